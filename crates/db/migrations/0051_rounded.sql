-- Which counts of an item are rounded, individually: a response may have rounded views and exact likes.

ALTER TABLE posts
    -- The sum of 1 views, 2 likes, 4 comments, 8 shares, 16 saves, as in the gRPC contract.
    ADD COLUMN rounded smallint NOT NULL DEFAULT 0 CHECK (rounded BETWEEN 0 AND 31);

-- So far only a flag was stored that the last response had rounded counts, not which of them: marks those that look
-- rounded.
UPDATE posts
SET rounded = CASE WHEN views::text ~ '^\d{3}0+$' THEN 1 ELSE 0 END
            + CASE WHEN likes::text ~ '^\d{3}0+$' THEN 2 ELSE 0 END
            + CASE WHEN comments::text ~ '^\d{3}0+$' THEN 4 ELSE 0 END
            + CASE WHEN shares::text ~ '^\d{3}0+$' THEN 8 ELSE 0 END
            + CASE WHEN saves::text ~ '^\d{3}0+$' THEN 16 ELSE 0 END
WHERE precision = 'rounded';

ALTER TABLE posts DROP COLUMN precision;

DROP FUNCTION merged_count(bigint, bigint, boolean);

-- The digits show how far a platform rounds: 38,490 is shown as 38,500 (three of them) and 1,585,253 as 1,600,000
-- (two). So the step is that of the last nonzero digit, within the platforms' practice: at least the third digit's and
-- at most the second's; otherwise 7 would stay when 100 is shown.
CREATE FUNCTION rounding_step(count bigint) RETURNS numeric
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN 10::numeric ^ greatest(
        0,
        length(count::text) - 3,
        least(length(count::text) - 2, length(count::text) - length(rtrim(count::text, '0'))));

-- Whether an observation replaces the known count. A missing one does not, an exact one does. A rounded one does not
-- where it may be the known count rounded, up or down: where it is less than a step away. It never lowers an exact
-- count: that views were taken back is accepted only from an exact response.
CREATE FUNCTION replaces_count(known bigint, known_is_rounded boolean, observed bigint, observed_is_rounded boolean)
    RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE
        WHEN observed IS NULL THEN false
        WHEN known IS NULL OR NOT observed_is_rounded THEN true
        WHEN known_is_rounded THEN abs(observed - known) >= rounding_step(observed)
        ELSE observed - known >= rounding_step(observed)
    END;

-- A count after an observation.
CREATE FUNCTION merged_count(known bigint, known_is_rounded boolean, observed bigint, observed_is_rounded boolean)
    RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN replaces_count(known, known_is_rounded, observed, observed_is_rounded) THEN observed ELSE known END;

-- The count's bit of `rounded` after an observation, or 0.
CREATE FUNCTION merged_rounded(mask integer, known bigint, known_rounded smallint, observed bigint, observed_rounded smallint)
    RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN mask & CASE WHEN replaces_count(known, known_rounded & mask > 0, observed, observed_rounded & mask > 0)
                 THEN observed_rounded ELSE known_rounded END;

GRANT EXECUTE ON FUNCTION rounding_step(bigint), replaces_count(bigint, boolean, bigint, boolean),
    merged_count(bigint, boolean, bigint, boolean), merged_rounded(integer, bigint, smallint, bigint, smallint)
    TO clipmeter_ingest;
