-- Sessions that stay with their accounts, rate-limit buckets shared by all scrapers, and endpoint histories. ADR 0022.

ALTER TABLE sessions
    -- Its limits of the last day, those since its last 20 successful responses in a row, and the successful responses
    -- since.
    ADD COLUMN limited_at timestamptz[] NOT NULL DEFAULT '{}',
    ADD COLUMN backoff_step integer NOT NULL DEFAULT 0 CHECK (backoff_step >= 0),
    ADD COLUMN clean integer NOT NULL DEFAULT 0 CHECK (clean >= 0),
    -- Runs at half rate until then.
    ADD COLUMN slow_until timestamptz,
    -- The run that had it last, whose reports may arrive when the session is back in the pool. Not a reference, because
    -- runs are deleted earlier.
    ADD COLUMN last_run_id uuid;

-- The address that the run's requests leave from; identifies it in rate-limit buckets.
ALTER TABLE runs ADD COLUMN address text NOT NULL DEFAULT '';

-- The session that an account is read with, so that a platform does not see the account requested by many sessions. A
-- separate table, because changes of an account notify its groups, and this must not.
CREATE TABLE session_accounts (
    account_id bigint PRIMARY KEY REFERENCES platform_accounts ON DELETE CASCADE,
    session_id bigint NOT NULL REFERENCES sessions ON DELETE CASCADE,
    since timestamptz NOT NULL
);
CREATE INDEX session_accounts_session_idx ON session_accounts (session_id);

-- The rate-limit buckets: a row for each session, each address, and each endpoint with its own limit. Written with each
-- request, so half of each page stays free for the next version of its rows.
CREATE TABLE rate_limit_buckets (
    kind text NOT NULL CHECK (kind IN ('session', 'address', 'endpoint')),
    platform text NOT NULL CHECK (platform IN ('instagram', 'tiktok')),
    -- The session's id; the address; or either of them, as the owner, before a slash and the endpoint.
    key text NOT NULL CHECK (key <> ''),
    full_at timestamptz,
    -- Permits by five minutes, oldest first; the first slot begins at hits_from.
    hits integer[] NOT NULL DEFAULT array_fill(0, ARRAY[13]) CHECK (cardinality(hits) = 13),
    hits_from timestamptz NOT NULL DEFAULT 'epoch',
    -- Time of its next permit.
    ready_at timestamptz NOT NULL DEFAULT 'epoch',
    -- Cooldowns of an address: the end of the last one, how many in a row, and the time of an outcome that causes a
    -- cooldown only together with another.
    blocked_until timestamptz,
    failure_count integer NOT NULL DEFAULT 0,
    counted_at timestamptz,
    used_at timestamptz NOT NULL,
    PRIMARY KEY (kind, platform, key)
) WITH (fillfactor = 50);

-- Endpoints on cooldown, for a session ('s:' and its id), the anonymous clients of an address ('a:' and its key), or
-- everyone ('*').
CREATE TABLE endpoint_cooldowns (
    owner text NOT NULL,
    platform text NOT NULL CHECK (platform IN ('instagram', 'tiktok')),
    endpoint text NOT NULL,
    until timestamptz NOT NULL,
    PRIMARY KEY (owner, platform, endpoint)
);

-- The endpoint that last worked for a need.
CREATE TABLE working_endpoints (
    owner text NOT NULL,
    platform text NOT NULL CHECK (platform IN ('instagram', 'tiktok')),
    need text NOT NULL,
    endpoint text NOT NULL,
    since timestamptz NOT NULL,
    PRIMARY KEY (owner, platform, need)
);

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['session_accounts', 'rate_limit_buckets', 'endpoint_cooldowns', 'working_endpoints'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY owner ON %I TO CURRENT_USER USING (true) WITH CHECK (true)', name);
        EXECUTE format('CREATE POLICY ingest ON %I TO clipmeter_ingest USING (true) WITH CHECK (true)', name);
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO clipmeter_ingest', name);
    END LOOP;
END
$$;
