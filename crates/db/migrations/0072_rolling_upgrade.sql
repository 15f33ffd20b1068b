-- While a new version starts, the previous one still writes items: with the column that says whether a response had
-- rounded counts, and the function that uses it. This version uses neither; the next release drops both.

ALTER TABLE posts ADD COLUMN precision text CHECK (precision IN ('exact', 'rounded'));

CREATE FUNCTION merged_count(known bigint, observed bigint, rounded boolean) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE
        WHEN observed IS NULL THEN known
        WHEN rounded AND abs(known - observed) < rounding_step(observed) THEN known
        ELSE observed
    END;
GRANT EXECUTE ON FUNCTION merged_count(bigint, bigint, boolean) TO clipmeter_ingest;
