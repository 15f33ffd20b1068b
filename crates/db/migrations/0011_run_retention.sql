-- Ended runs are kept for a while and then deleted, oldest first.
CREATE INDEX runs_ended_idx ON runs (ended_at) WHERE ended_at IS NOT NULL;
GRANT DELETE ON runs TO clipmeter_ingest;
