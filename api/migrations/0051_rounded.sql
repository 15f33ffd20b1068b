-- Which counts of an item are rounded, each for itself: an answer may round the views and give the likes to the last digit.

ALTER TABLE posts
    -- The sum of 1 views, 2 likes, 4 comments, 8 shares, 16 saves, as in the contract.
    ADD COLUMN rounded smallint NOT NULL DEFAULT 0 CHECK (rounded BETWEEN 0 AND 31);

-- Of an item it was known whether the last answer had rounded counts in it, and not which of them were kept: those that look so.
UPDATE posts
SET rounded = CASE WHEN views::text ~ '^\d{3}0+$' THEN 1 ELSE 0 END
            + CASE WHEN likes::text ~ '^\d{3}0+$' THEN 2 ELSE 0 END
            + CASE WHEN comments::text ~ '^\d{3}0+$' THEN 4 ELSE 0 END
            + CASE WHEN shares::text ~ '^\d{3}0+$' THEN 8 ELSE 0 END
            + CASE WHEN saves::text ~ '^\d{3}0+$' THEN 16 ELSE 0 END
WHERE precision = 'rounded';

ALTER TABLE posts DROP COLUMN precision;

DROP FUNCTION merged_count(bigint, bigint, boolean);

-- How far a platform rounds shows in the digits: 38,490 is given as 38,500 (three of them) and 1,585,253 as 1,600,000 (two). So
-- the step is that of the last digit that is not zero, within what platforms do: the third digit's at least and the second's at
-- most, or 7 would stay where 100 are seen.
CREATE FUNCTION rounding_step(count bigint) RETURNS numeric
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN 10::numeric ^ greatest(
        0,
        length(count::text) - 3,
        least(length(count::text) - 2, length(count::text) - length(rtrim(count::text, '0'))));

-- Whether an observation takes the place of what is known. An absent one does not, an exact one does. A rounded one does not
-- where it may be the known count rounded, up or down: where it is less than a step away. An exact count it never lowers: that
-- views were taken back is believed of an exact answer only.
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

-- The bit of `rounded` that is the count's, after an observation, or 0.
CREATE FUNCTION merged_rounded(mask integer, known bigint, known_rounded smallint, observed bigint, observed_rounded smallint)
    RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN mask & CASE WHEN replaces_count(known, known_rounded & mask > 0, observed, observed_rounded & mask > 0)
                 THEN observed_rounded ELSE known_rounded END;

GRANT EXECUTE ON FUNCTION rounding_step(bigint), replaces_count(bigint, boolean, bigint, boolean),
    merged_count(bigint, boolean, bigint, boolean), merged_rounded(integer, bigint, smallint, bigint, smallint)
    TO clipmeter_ingest;
