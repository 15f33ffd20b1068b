//! Tests of the operations for admins.

mod audit_log;
mod deletions;
mod erasures;
mod scraping_status;
mod storage;
