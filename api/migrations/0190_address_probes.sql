-- After its cooldown an address is half-open: one request of one run, its probe, decides whether it is served again.

ALTER TABLE rate_limit_buckets
    -- The run that was given the probe, and until when its answer is waited for. Both or neither.
    ADD COLUMN probe_run uuid,
    ADD COLUMN probe_until timestamptz,
    ADD CHECK ((probe_run IS NULL) = (probe_until IS NULL));

-- What a run reports is looked for here with each of its units.
CREATE INDEX rate_limit_buckets_probe_idx ON rate_limit_buckets (probe_run) WHERE probe_run IS NOT NULL;
