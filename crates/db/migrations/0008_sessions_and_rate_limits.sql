-- The pool of Instagram sessions, proxies, rate-limit buckets shared by all scrapers, and endpoint histories. ADR 0022.

-- Proxies: a platform's default, or a session's own.
CREATE TABLE proxies (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
    -- AES-256-GCM-SIV as for sessions: the key's id, the nonce, and the encrypted address, bound to the name.
    key_id text NOT NULL,
    nonce bytea NOT NULL CHECK (length(nonce) = 12),
    sealed bytea NOT NULL,
    -- The platform whose runs use it by default; NULL: only sessions that are assigned to it.
    serves text CHECK (serves IN ('instagram', 'tiktok')),
    created_at timestamptz NOT NULL,
    CONSTRAINT proxies_name_key UNIQUE (name),
    CONSTRAINT proxies_serves_key UNIQUE (serves)
);

-- A session is equivalent to a login: it is stored encrypted, and identified by a keyed digest. It ends only on
-- confirmed evidence, and not while others end too. ADR 0042.
CREATE TABLE sessions (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- HMAC-SHA-256 of the value, so that duplicates are detected without decrypting.
    fingerprint bytea NOT NULL UNIQUE CHECK (length(fingerprint) = 32),
    -- AES-256-GCM-SIV: the key's id, the nonce, and the encrypted value, bound to the fingerprint.
    key_id text NOT NULL,
    nonce bytea NOT NULL CHECK (length(nonce) = 12),
    sealed bytea NOT NULL,
    -- 'disabled': by an administrator.
    state text NOT NULL DEFAULT 'active'
        CHECK (state IN ('active', 'cooling', 'suspect', 'challenged', 'dead', 'disabled')),
    -- A cooling session is leased again from then on. The cooldown of a disabled session continues; if it is re-enabled
    -- early, it is still on cooldown.
    cooling_until timestamptz,
    leased_run_id uuid REFERENCES runs ON DELETE SET NULL,
    last_leased_at timestamptz,
    -- Not used; state_reason and last_error replace it.
    last_outcome text,
    created_at timestamptz NOT NULL,
    -- Its rate limits of the last day; rate limits and suspicions since it last had 20 responses in a row without a
    -- refusal; responses without a refusal since the last one.
    limited_at timestamptz[] NOT NULL DEFAULT '{}',
    backoff_step integer NOT NULL DEFAULT 0 CHECK (backoff_step >= 0),
    clean integer NOT NULL DEFAULT 0 CHECK (clean >= 0),
    -- Runs at half rate until then.
    slow_until timestamptz,
    -- The run that had it last, whose reports may arrive when the session is back in the pool. Not a reference, because
    -- runs are deleted earlier.
    last_run_id uuid,
    -- The outcome that caused its state, or 'admin'; NULL: none did.
    state_reason text,
    -- NULL: since it was added.
    state_since timestamptz,
    -- The last response that was not a success.
    last_error text,
    last_error_at timestamptz,
    -- Chosen at the first lease and kept for life: a session that changes its browser looks stolen.
    user_agent text,
    -- The header X-IG-WWW-Claim of its last response: a nonce, and the value encrypted with the key in key_id.
    claim bytea CHECK (length(claim) > 12),
    proxy_id bigint REFERENCES proxies ON DELETE SET NULL,
    -- When the platform first refused the session for good. NULL: never, or a success has disproved it since.
    refused_at timestamptz,
    CONSTRAINT sessions_cooldown_check CHECK (
        CASE WHEN state IN ('cooling', 'suspect') THEN cooling_until IS NOT NULL WHEN state = 'disabled' THEN true ELSE cooling_until IS NULL END)
);
CREATE INDEX sessions_free_idx ON sessions (last_leased_at NULLS FIRST, id)
    WHERE leased_run_id IS NULL AND state IN ('active', 'cooling', 'suspect');
CREATE UNIQUE INDEX sessions_leased_run_id_key ON sessions (leased_run_id);
CREATE INDEX sessions_proxy_idx ON sessions (proxy_id) WHERE proxy_id IS NOT NULL;

-- Whether the keys decrypt a session and, if it has one, its proxy. Other sessions are not leased.
CREATE FUNCTION session_opens(session sessions, keys text[]) RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN session.key_id = ANY (keys)
       AND NOT EXISTS (SELECT FROM proxies p WHERE p.id = session.proxy_id AND p.key_id <> ALL (keys));
GRANT EXECUTE ON FUNCTION session_opens(sessions, text[]) TO clipmeter_ingest, clipmeter_app;

-- The session that an account is read with, so that a platform does not see the account requested by many sessions. A
-- separate table, because changes of an account notify its groups, and this must not.
CREATE TABLE session_accounts (
    account_id bigint PRIMARY KEY REFERENCES platform_accounts ON DELETE CASCADE,
    session_id bigint NOT NULL REFERENCES sessions ON DELETE CASCADE,
    since timestamptz NOT NULL
);
CREATE INDEX session_accounts_session_idx ON session_accounts (session_id);

-- Response counts of sessions by hour; of two days.
CREATE TABLE session_hours (
    session_id bigint NOT NULL REFERENCES sessions ON DELETE CASCADE,
    hour timestamptz NOT NULL,
    requests integer NOT NULL,
    -- Responses that put the session on cooldown or end it.
    refused integer NOT NULL,
    PRIMARY KEY (session_id, hour)
);
CREATE INDEX session_hours_hour_idx ON session_hours (hour);

-- The sessions that were leased to a run in its whole life: the number of different values that one run may see is
-- limited. ADR 0041.
CREATE TABLE run_sessions (
    run_id uuid NOT NULL REFERENCES runs ON DELETE CASCADE,
    -- No reference: a session that is deleted and added again under another id does not lower the count.
    session_id bigint NOT NULL,
    -- The unit of its last lease.
    unit_id bigint NOT NULL,
    -- Numbers the leases of the run; the highest one is the last.
    lease_number integer NOT NULL,
    PRIMARY KEY (run_id, session_id)
);

-- The circuit breaker: one row for each platform whose sessions have ended. ADR 0042.
CREATE TABLE session_breakers (
    platform text PRIMARY KEY CHECK (platform IN ('instagram')),
    -- The last session that would have ended, and when. The id may outlive the session.
    last_session_id bigint,
    last_end_at timestamptz,
    -- While the breaker is open no session ends. It is open until this time.
    opened_at timestamptz,
    open_until timestamptz,
    -- Ends that it has prevented since it opened.
    prevented integer NOT NULL DEFAULT 0
);

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
    -- The cause of an address's cooldown: an outcome's code.
    blocked_for text,
    -- Permits that were reserved and are still to come, next first, and the pause after each in milliseconds.
    reserved timestamptz[] NOT NULL DEFAULT '{}',
    pauses bigint[] NOT NULL DEFAULT '{}',
    -- After its cooldown an address is half-open: one request of one run, its probe, decides whether the address is
    -- used again. The run that probes it, and until when the probe's result is awaited. Both or neither.
    probe_run uuid,
    probe_until timestamptz,
    PRIMARY KEY (kind, platform, key),
    CHECK (cardinality(reserved) = cardinality(pauses)),
    CHECK ((probe_run IS NULL) = (probe_until IS NULL))
) WITH (fillfactor = 50);
-- Looked up for each unit that a run reports.
CREATE INDEX rate_limit_buckets_probe_idx ON rate_limit_buckets (probe_run) WHERE probe_run IS NOT NULL;

-- Endpoints on cooldown, for a session ('s:' and its id), the anonymous clients of an address ('a:' and its key), or
-- everyone ('*').
CREATE TABLE endpoint_cooldowns (
    owner text NOT NULL,
    platform text NOT NULL CHECK (platform IN ('instagram', 'tiktok')),
    endpoint text NOT NULL,
    until timestamptz NOT NULL,
    -- The cooldown was caused only by the shape of responses, as are all for everyone. It ends with the next config
    -- revision.
    of_shape boolean NOT NULL DEFAULT false,
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

-- When the clock was set and by how much, so that only one of several programs over one database moves the stored
-- times.
CREATE TABLE clock_steps (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- The time by the new setting.
    at timestamptz NOT NULL,
    -- How far it was set forward.
    seconds bigint NOT NULL
);

-- An administrator who re-enables a session has resolved its problem, also during a cooldown that the platform
-- required, so earlier refusals of its endpoints no longer count. The end of a cooldown by time, which shows when the
-- session is leased, is no such evidence. SECURITY DEFINER: administrators change sessions but not endpoint histories.
CREATE FUNCTION delete_endpoint_cooldowns() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    DELETE FROM endpoint_cooldowns WHERE owner = 's:' || NEW.id;
    RETURN NULL;
END
$$;
CREATE TRIGGER sessions_delete_cooldowns AFTER UPDATE OF state ON sessions
    FOR EACH ROW
    WHEN (NEW.last_leased_at IS NOT DISTINCT FROM OLD.last_leased_at AND
          ((NEW.state IN ('active', 'cooling') AND OLD.state IN ('challenged', 'dead', 'disabled')) OR
           (NEW.state = 'active' AND OLD.state_reason = 'endpoint_retired')))
    EXECUTE FUNCTION delete_endpoint_cooldowns();

-- Why a platform cannot be scraped now. Members of groups see the reason, but neither addresses nor sessions: the
-- functions return a reason, a time and a count.

-- The next read of an account is postponed while every address of its platform is on cooldown. NULL: one is not.
CREATE FUNCTION platform_cooldown_until(of text, at timestamptz, in_use_since timestamptz) RETURNS timestamptz
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT CASE WHEN bool_and(coalesce(blocked_until > at, false)) THEN min(blocked_until) END
    FROM rate_limit_buckets
    WHERE kind = 'address' AND platform = of AND (used_at > in_use_since OR ready_at > at)
$$;

-- No row: an address is available before `bearable`, or none was used since `in_use_since`.
CREATE FUNCTION platform_wait(of text, at timestamptz, in_use_since timestamptz, bearable timestamptz)
    RETURNS TABLE (reason text, until timestamptz, addresses bigint)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT CASE WHEN bool_and(coalesce(blocked_until > at, false)) THEN 'address_cooldown' ELSE 'rate_limit' END,
           min(ready_at), count(*)
    FROM rate_limit_buckets
    WHERE kind = 'address' AND platform = of AND (used_at > in_use_since OR ready_at > at)
    HAVING count(*) > 0 AND bool_and(ready_at > bearable)
$$;

-- No row: a session can be leased. NULL in `until`: an administrator is needed.
CREATE FUNCTION session_wait(at timestamptz) RETURNS TABLE (until timestamptz)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT min(cooling_until) FILTER (WHERE state NOT IN ('challenged', 'dead', 'disabled'))
    FROM sessions
    HAVING NOT coalesce(bool_or(state NOT IN ('challenged', 'dead', 'disabled') AND coalesce(cooling_until <= at, true)), false)
$$;

GRANT EXECUTE ON FUNCTION platform_cooldown_until(text, timestamptz, timestamptz) TO clipmeter_app;
GRANT EXECUTE ON FUNCTION platform_wait(text, timestamptz, timestamptz, timestamptz), session_wait(timestamptz)
    TO clipmeter_app, clipmeter_ingest;
