-- The currency of the costs of what a group tracks, by its own cost or the platform's. NULL: the platform's currency. Items that it does
-- not track, and totals over all groups, are in the platform's currency.
ALTER TABLE groups ADD COLUMN currency text CHECK (currency ~ '^[A-Z]{3}$');
