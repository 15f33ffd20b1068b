//! What only admins see and do.

mod audit_log;
mod deletions;
mod erasures;
mod scraping_status;
mod storage;
