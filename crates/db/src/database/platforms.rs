//! The table of platforms.

use std::collections::HashMap;

use clipmeter_domain::Platform;
use sqlx::PgConnection;
use sqlx::types::Json;

/// Adds the platforms of this version that the database does not have yet, with the defaults of the registry. Programs
/// that do not support them leave their rows as they are, so versions may run side by side.
pub(super) async fn register(owner: &mut PgConnection) -> Result<(), sqlx::Error> {
    let descriptors = Platform::ALL.map(Platform::descriptor);
    sqlx::query(
        "INSERT INTO platforms (code, max_accounts)
         SELECT * FROM unnest($1::text[], $2::integer[]) ON CONFLICT DO NOTHING",
    )
    .bind(Platform::CODES)
    .bind(descriptors.map(|descriptor| descriptor.default_max_accounts))
    .execute(&mut *owner)
    .await?;
    let intervals: HashMap<&str, i32> = descriptors
        .iter()
        .map(|descriptor| (descriptor.code, descriptor.default_interval_minutes))
        .collect();
    sqlx::query("UPDATE settings SET intervals = $1 || intervals WHERE NOT intervals ?& $2")
        .bind(Json(intervals))
        .bind(Platform::CODES)
        .execute(owner)
        .await?;
    Ok(())
}
