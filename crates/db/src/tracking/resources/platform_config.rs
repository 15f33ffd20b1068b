//! The `PlatformConfig` resource that manages the admins' layer of the platform configuration. Every function
//! needs the scope of an admin.

use sqlx::PgConnection;

/// The resource that manages the layer in the admins' place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlatformConfigResource {
    /// The name of the `PlatformConfig`.
    pub resource: String,
    /// The tool that manages the resource, such as `kubectl`.
    pub managed_by: String,
}

/// Returns the managing resource; `None` if admins manage the layer.
pub async fn manager(connection: &mut PgConnection) -> Result<Option<PlatformConfigResource>, sqlx::Error> {
    sqlx::query_as!(
        PlatformConfigResource,
        "SELECT resource, managed_by FROM platform_config_resource"
    )
    .fetch_optional(connection)
    .await
}

/// Makes this resource the manager.
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

/// Returns the layer to the admins. The configuration in effect stays as it is.
pub async fn release(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM platform_config_resource")
        .execute(connection)
        .await?;
    Ok(())
}
