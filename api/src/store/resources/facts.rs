//! The `PlatformFacts` that says what scrapers are told. All of it needs the scope of an admin.

use sqlx::PgConnection;

/// Who says the facts in the place of admins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactsManager {
    /// The name of the `PlatformFacts`.
    pub resource: String,
    /// Who keeps it, such as `kubectl`.
    pub managed_by: String,
}

/// Who says the facts; None: admins do.
pub async fn manager(connection: &mut PgConnection) -> Result<Option<FactsManager>, sqlx::Error> {
    sqlx::query_as!(FactsManager, "SELECT resource, managed_by FROM facts_resource")
        .fetch_optional(connection)
        .await
}

/// From now on this one says them.
pub async fn remember(connection: &mut PgConnection, manager: &FactsManager) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO facts_resource (resource, managed_by) VALUES ($1, $2)
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
    sqlx::query!("DELETE FROM facts_resource")
        .execute(connection)
        .await?;
    Ok(())
}
