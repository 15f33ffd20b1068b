-- The pool of Instagram sessions. A session is equivalent to a login: it is stored encrypted, and identified by a keyed
-- digest.

CREATE TABLE sessions (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- HMAC-SHA-256 of the value, so that duplicates are detected without decrypting.
    fingerprint bytea NOT NULL UNIQUE CHECK (length(fingerprint) = 32),
    -- AES-256-GCM-SIV: the key's id, the nonce, and the encrypted value, bound to the fingerprint.
    key_id text NOT NULL,
    nonce bytea NOT NULL CHECK (length(nonce) = 12),
    sealed bytea NOT NULL,
    state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'cooling', 'challenged', 'dead')),
    -- A cooling session is leased again from then on.
    cooling_until timestamptz,
    leased_run_id uuid REFERENCES runs ON DELETE SET NULL,
    last_leased_at timestamptz,
    last_outcome text,
    created_at timestamptz NOT NULL,
    CHECK ((state = 'cooling') = (cooling_until IS NOT NULL))
);
CREATE INDEX sessions_free_idx ON sessions (last_leased_at NULLS FIRST, id)
    WHERE leased_run_id IS NULL AND state IN ('active', 'cooling');
CREATE UNIQUE INDEX sessions_leased_run_id_key ON sessions (leased_run_id);
