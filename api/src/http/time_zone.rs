//! Checks names of time zones against those that the database knows.

use clipmeter_db::settings;
use clipmeter_domain::time_zone::RULE;

use super::database::Transaction;
use super::error::Problem;

/// Rejects a time zone that the database does not know.
pub(crate) async fn check_zone(transaction: &mut Transaction, zone: Option<&str>) -> Result<(), Problem> {
    if let Some(zone) = zone
        && !settings::zone_exists(transaction, zone).await?
    {
        return Err(Problem::invalid(format!("time_zone {RULE}")));
    }
    Ok(())
}
