//! What holds for the whole platform.

use sqlx::PgConnection;

/// Sets how often the platforms are scraped unless a group says otherwise; minutes, 5 to 1440. Needs the scope of an
/// admin.
pub async fn set_intervals(
    connection: &mut PgConnection,
    instagram: i32,
    tiktok: i32,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE settings SET instagram_interval_minutes = $1, tiktok_interval_minutes = $2",
        instagram,
        tiktok
    )
    .execute(connection)
    .await?;
    Ok(())
}
