-- Runs, their units, and the lease that fences them.

CREATE TABLE runs (
    id uuid PRIMARY KEY,
    platform text NOT NULL CHECK (platform IN ('instagram', 'tiktok')),
    trigger text NOT NULL CHECK (trigger IN ('schedule', 'request')),
    opened_at timestamptz NOT NULL,
    -- Token of the scraper that holds the run; NULL before the first lease. A new token fences off the previous holder.
    lease_token uuid,
    lease_expires_at timestamptz,
    -- The last stored message; kept when another scraper takes over, which numbers its messages from 1 again.
    last_sequence bigint NOT NULL DEFAULT 0,
    items_new bigint NOT NULL DEFAULT 0,
    items_updated bigint NOT NULL DEFAULT 0,
    -- Set to make the holder stop.
    cancelled boolean NOT NULL DEFAULT false,
    ended_at timestamptz,
    -- 'completed' by its scraper, or 'closed' by the control plane because its process has ended.
    end_reason text CHECK (end_reason IN ('completed', 'closed')),
    -- Human-readable: why it was closed.
    closing_reason text NOT NULL DEFAULT '',
    CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE INDEX runs_open_idx ON runs (opened_at) WHERE ended_at IS NULL;

CREATE TABLE run_units (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    run_id uuid NOT NULL REFERENCES runs ON DELETE CASCADE,
    -- One of the two; both NULL when the account or video has been deleted since.
    account_id bigint REFERENCES platform_accounts ON DELETE SET NULL,
    tracked_video_id bigint REFERENCES tracked_videos ON DELETE SET NULL,
    -- How many of an account's items to read; NULL for a video.
    max_items integer,
    -- Assigned to its run: neither the unit nor its run has ended.
    assigned boolean NOT NULL DEFAULT true,
    outcome text,
    detail text NOT NULL DEFAULT '',
    ended_at timestamptz,
    requests integer NOT NULL DEFAULT 0,
    bytes bigint NOT NULL DEFAULT 0,
    items_new bigint NOT NULL DEFAULT 0,
    items_updated bigint NOT NULL DEFAULT 0,
    CHECK (num_nonnulls(account_id, tracked_video_id) <= 1)
);
CREATE INDEX run_units_run_id_idx ON run_units (run_id, id);
CREATE UNIQUE INDEX run_units_assigned_account_key ON run_units (account_id) WHERE assigned;
CREATE UNIQUE INDEX run_units_assigned_video_key ON run_units (tracked_video_id) WHERE assigned;
CREATE INDEX run_units_account_id_idx ON run_units (account_id);
CREATE INDEX run_units_tracked_video_id_idx ON run_units (tracked_video_id);
