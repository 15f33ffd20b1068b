//! The `PlatformConfig` that says what scrapers are told. All of it needs the scope of an admin.

use sqlx::PgConnection;

/// Who says the facts in the place of admins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlatformConfigResource {
    /// The name of the `PlatformConfig`.
    pub resource: String,
    /// Who keeps it, such as `kubectl`.
    pub managed_by: String,
}

/// Who says the facts; None: admins do.
pub async fn manager(connection: &mut PgConnection) -> Result<Option<PlatformConfigResource>, sqlx::Error> {
    sqlx::query_as!(
        PlatformConfigResource,
        "SELECT resource, managed_by FROM platform_config_resource"
    )
    .fetch_optional(connection)
    .await
}

/// From now on this one says them.
pub async fn set_manager(
    connection: &mut PgConnection,
    manager: &PlatformConfigResource,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO platform_config_resource (resource, managed_by) VALUES ($1, $2)
         ON CONFLICT (is_only) DO UPDATE SET resource = excluded.resource, managed_by = excluded.managed_by",
        manager.resource,
        manager.managed_by
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// From now on admins say them. What holds stays as it is.
pub async fn release(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM platform_config_resource")
        .execute(connection)
        .await?;
    Ok(())
}
