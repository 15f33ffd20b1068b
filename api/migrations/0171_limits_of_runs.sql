-- What one run may report that touches what all runs share. ADR 0053.
ALTER TABLE runs
    -- Answers that were kept of it as evidence.
    ADD COLUMN captured_response_count integer NOT NULL DEFAULT 0,
    -- Its reports that rest an address, or are counted towards that.
    ADD COLUMN address_reports integer NOT NULL DEFAULT 0;
