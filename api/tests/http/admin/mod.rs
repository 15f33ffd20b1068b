//! Tests of the operations for admins.

mod audit_log;
mod erasures;
mod scraping_status;
mod storage;
