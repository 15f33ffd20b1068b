-- Proxies: a platform's default, or a session's own. And reserved permits.

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

ALTER TABLE sessions ADD COLUMN proxy_id bigint REFERENCES proxies ON DELETE SET NULL;
CREATE INDEX sessions_proxy_idx ON sessions (proxy_id) WHERE proxy_id IS NOT NULL;

ALTER TABLE rate_limit_buckets
    -- The cause of an address's cooldown: an outcome's code.
    ADD COLUMN blocked_for text,
    -- Permits that were reserved and are still to come, next first, and the pause after each in milliseconds.
    ADD COLUMN reserved timestamptz[] NOT NULL DEFAULT '{}',
    ADD COLUMN pauses bigint[] NOT NULL DEFAULT '{}',
    ADD CHECK (cardinality(reserved) = cardinality(pauses));

ALTER TABLE proxies ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON proxies TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY ingest ON proxies TO clipmeter_ingest USING (true) WITH CHECK (true);
CREATE POLICY manage ON proxies TO clipmeter_app USING ((SELECT is_admin())) WITH CHECK ((SELECT is_admin()));
GRANT SELECT, UPDATE ON proxies TO clipmeter_ingest;
GRANT SELECT, INSERT, DELETE ON proxies TO clipmeter_app;

-- Admins see which of them are on cooldown.
CREATE POLICY manage ON rate_limit_buckets FOR SELECT TO clipmeter_app USING ((SELECT is_admin()));
GRANT SELECT ON rate_limit_buckets TO clipmeter_app;
