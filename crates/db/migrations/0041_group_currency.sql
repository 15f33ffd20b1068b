-- The currency of a group's costs. NULL: the platform's. Totals over all groups use the platform's cost and currency.
ALTER TABLE groups ADD COLUMN currency text CHECK (currency ~ '^[A-Z]{3}$');
