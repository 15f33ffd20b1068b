-- Views of three seconds do not replace plays, which count every start.

-- Observed views if they are comparable with the known ones; NULL if the known ones are plays and these are not. A key
-- that is not listed here counts plays.
CREATE FUNCTION comparable_views(known bigint, known_key text, observed bigint, observed_key text) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE
        WHEN observed_key IN ('view_count', 'video_view_count')
         AND known IS NOT NULL AND coalesce(known_key, '') NOT IN ('view_count', 'video_view_count') THEN NULL
        ELSE observed
    END;
GRANT EXECUTE ON FUNCTION comparable_views(bigint, text, bigint, text) TO clipmeter_ingest;
