-- Limits on what one run may report that affects resources shared by all runs. ADR 0041.
ALTER TABLE runs
    -- Stored captured responses of the run.
    ADD COLUMN captured_response_count integer NOT NULL DEFAULT 0,
    -- Its reports that put an address on cooldown, or count toward that.
    ADD COLUMN address_reports integer NOT NULL DEFAULT 0;
