-- Views that are shared with a group survive the user who saved them.

ALTER TABLE saved_views ALTER user_id DROP NOT NULL;
ALTER TABLE saved_views ADD CONSTRAINT saved_views_seen CHECK (user_id IS NOT NULL OR group_id IS NOT NULL) NOT VALID;

CREATE FUNCTION keep_shared_views() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    UPDATE saved_views SET user_id = NULL WHERE user_id = OLD.id AND group_id IS NOT NULL;
    RETURN OLD;
END
$$;
CREATE TRIGGER users_keep_shared_views BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION keep_shared_views();
