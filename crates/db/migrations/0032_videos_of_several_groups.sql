-- A video that several groups track is read under the row of one of them. When that row is deleted, another one
-- replaces it in the unit, so that the video is still read for the remaining groups.
CREATE FUNCTION reassign_unit() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    UPDATE run_units u SET tracked_video_id = heir.id
    FROM (SELECT v.id FROM tracked_videos v
          WHERE v.id <> OLD.id AND (v.video_id = OLD.video_id OR v.short_url = OLD.short_url)
            -- Unless that row has its own unit, assigned before a short link was known to lead to the same video.
            AND NOT EXISTS (SELECT FROM run_units o WHERE o.tracked_video_id = v.id AND o.assigned)
          ORDER BY v.id LIMIT 1) heir
    WHERE u.tracked_video_id = OLD.id AND u.assigned;
    RETURN OLD;
END
$$;
-- BEFORE, because the foreign key clears the row's units right after the deletion.
CREATE TRIGGER tracked_videos_reassign_unit BEFORE DELETE ON tracked_videos
    FOR EACH ROW EXECUTE FUNCTION reassign_unit();
