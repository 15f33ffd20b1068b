-- no-transaction
-- The primary key from migration 0068 on. ADR 0073.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS account_day_costs_zone_key ON account_day_costs (account_id, zone, day, number);
