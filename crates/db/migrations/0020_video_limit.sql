-- A group's limit on single videos. Groups that exist, and deleted ones, keep the limit that applied to all groups.
ALTER TABLE groups
    ADD COLUMN max_tiktok_videos integer NOT NULL DEFAULT 10000 CHECK (max_tiktok_videos BETWEEN 0 AND 100000);
ALTER TABLE groups ALTER COLUMN max_tiktok_videos SET DEFAULT 100;
UPDATE tombstones SET state = jsonb_set(state, '{group,max_tiktok_videos}', '10000') WHERE kind = 'group';

-- The limit is exact however many requests add at once, and also applies to restored videos: the group's row is the lock.
CREATE FUNCTION check_video_limit() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    over record;
BEGIN
    PERFORM FROM groups WHERE id IN (SELECT group_id FROM new_rows) ORDER BY id FOR NO KEY UPDATE;
    SELECT v.group_id, count(*) AS n INTO over
    FROM tracked_videos v JOIN groups g ON g.id = v.group_id
    WHERE v.group_id IN (SELECT group_id FROM new_rows)
    GROUP BY v.group_id, g.id
    HAVING count(*) > g.max_tiktok_videos
    LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'group % may not track % single videos', over.group_id, over.n
            USING ERRCODE = 'check_violation', CONSTRAINT = 'tracked_videos_limit', TABLE = 'tracked_videos';
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER tracked_videos_limit AFTER INSERT ON tracked_videos
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION check_video_limit();

-- A restored group tracks its videos again as far as its limit allows, as it does its accounts.
DO $$
DECLARE
    definition text := pg_get_functiondef('restore_group(bigint, timestamptz)'::regprocedure);
    before text := 't.kind = ''video'' AND t.with_group ORDER BY t.id;';
    after text := 't.kind = ''video'' AND t.with_group ORDER BY t.id LIMIT restored.max_tiktok_videos;';
BEGIN
    IF strpos(definition, before) = 0 THEN
        RAISE EXCEPTION 'restore_group has no such part: %', before;
    END IF;
    EXECUTE replace(definition, before, after);
END
$$;
