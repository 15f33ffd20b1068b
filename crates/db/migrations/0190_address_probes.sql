-- After its cooldown an address is half-open: one request of one run, its probe, decides whether the address is used
-- again.

ALTER TABLE rate_limit_buckets
    -- The run that probes it, and until when the probe's result is awaited. Both or neither.
    ADD COLUMN probe_run uuid,
    ADD COLUMN probe_until timestamptz,
    ADD CHECK ((probe_run IS NULL) = (probe_until IS NULL));

-- Looked up for each unit that a run reports.
CREATE INDEX rate_limit_buckets_probe_idx ON rate_limit_buckets (probe_run) WHERE probe_run IS NOT NULL;
