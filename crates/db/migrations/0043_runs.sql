-- The results and costs of runs, and the platforms' traffic by hour.

ALTER TABLE runs
    -- Accounts and single videos in it; those that have ended; those of them that failed. Stored in addition to the
    -- units, because a week of units is millions of rows and the list of runs is filtered by these.
    ADD COLUMN units integer NOT NULL DEFAULT 0,
    ADD COLUMN done integer NOT NULL DEFAULT 0,
    ADD COLUMN failed integer NOT NULL DEFAULT 0,
    ADD COLUMN requests bigint NOT NULL DEFAULT 0,
    ADD COLUMN bytes bigint NOT NULL DEFAULT 0,
    -- When a scraper first took it; on a cluster the time since opened_at is how long a Job needs to start.
    ADD COLUMN taken_at timestamptz,
    -- Over its units: 'session' if any had one, otherwise 'anonymous' if any was. NULL while unknown.
    ADD COLUMN session_class text CHECK (session_class IN ('none', 'anonymous', 'session')),
    -- The run whose failed units it retries. Not a reference, because runs are deleted one by one.
    ADD COLUMN retry_of uuid,
    DROP CONSTRAINT runs_trigger_check,
    ADD CONSTRAINT runs_trigger_check CHECK (trigger IN ('schedule', 'request', 'retry'));
CREATE INDEX runs_opened_idx ON runs (opened_at DESC, id);

ALTER TABLE run_units
    -- Whether the requests used a session, were anonymous, or, where there are no sessions, neither. NULL: not
    -- reported.
    ADD COLUMN session_class text CHECK (session_class IN ('none', 'anonymous', 'session')),
    -- Duration by its scraper's clock; NULL: not reported.
    ADD COLUMN seconds integer CHECK (seconds >= 0);

UPDATE runs r
SET units = u.units, done = u.done, failed = u.failed, requests = u.requests, bytes = u.bytes
FROM (SELECT run_id, count(*) AS units, count(outcome) AS done,
             count(*) FILTER (WHERE outcome NOT IN ('ok', 'ok_no_videos', 'age_restricted')) AS failed,
             sum(requests) AS requests, sum(bytes) AS bytes
      FROM run_units GROUP BY run_id) u
WHERE u.run_id = r.id;

-- Runs with the sums over all groups' units, of which members see no rows. It reads with the rights of its owner.
CREATE VIEW run_sums WITH (security_barrier = true) AS
SELECT id, platform, trigger, opened_at, taken_at, ended_at, end_reason, closing_reason, retry_of,
       lease_expires_at IS NOT NULL AS taken, units, done,
       -- Units that an ended run did not reach count as failed.
       failed + CASE WHEN ended_at IS NULL THEN 0 ELSE greatest(units - done, 0) END AS failed,
       items_new, items_updated, requests, bytes, session_class
FROM runs
WHERE (SELECT is_admin());
GRANT SELECT ON run_sums TO clipmeter_app;

GRANT SELECT (detail, ended_at, requests, bytes, session_class, seconds) ON run_units TO clipmeter_app;

-- Requests by endpoint and outcome. Not tied to accounts or sessions, and outlives both.
CREATE TABLE traffic_hours (
    hour timestamptz NOT NULL,
    platform text NOT NULL CHECK (platform IN ('instagram', 'tiktok')),
    endpoint text NOT NULL,
    outcome text NOT NULL,
    session_class text NOT NULL CHECK (session_class IN ('none', 'anonymous', 'session')),
    requests bigint NOT NULL,
    bytes bigint NOT NULL,
    PRIMARY KEY (hour, platform, endpoint, outcome, session_class)
) WITH (fillfactor = 50);

ALTER TABLE traffic_hours ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON traffic_hours TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY ingest ON traffic_hours TO clipmeter_ingest USING (true) WITH CHECK (true);
CREATE POLICY read ON traffic_hours FOR SELECT TO clipmeter_app USING ((SELECT is_admin()));
GRANT SELECT, INSERT, UPDATE, DELETE ON traffic_hours TO clipmeter_ingest;
GRANT SELECT ON traffic_hours TO clipmeter_app;
