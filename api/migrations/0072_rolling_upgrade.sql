-- While a new version starts, the one before still writes items: with the column that said whether an answer had rounded counts in
-- it, and the function that went by it. Neither means anything to this version; both go with the next release.

ALTER TABLE posts ADD COLUMN precision text CHECK (precision IN ('exact', 'rounded'));

CREATE FUNCTION merged_count(known bigint, observed bigint, rounded boolean) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE
        WHEN observed IS NULL THEN known
        WHEN rounded AND abs(known - observed) < rounding_step(observed) THEN known
        ELSE observed
    END;
GRANT EXECUTE ON FUNCTION merged_count(bigint, bigint, boolean) TO clipmeter_ingest;
