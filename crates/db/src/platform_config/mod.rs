//! The platform configuration in effect: the release's built-in configuration, under the layer discovered in
//! the platforms' scripts, under the admins' layer. Each change is a revision.

pub(crate) mod discovery;

use chrono::{DateTime, Utc};
use clipmeter_platform_config::{PlatformConfig, PlatformConfigError, layered};
use clipmeter_proto::v1;
use serde_json::{Map, Value};
use sqlx::PgConnection;
use strum::IntoStaticStr;

use crate::DbError;

/// Retained revisions of each layer: years of an admin's changes, months of discoveries.
const RETAINED_VERSIONS: i64 = 100;

/// Key of the advisory lock that serializes changes, so that revisions rise in commit order. Any number that
/// no other lock uses.
const LOCK: i64 = 0x0045_0002;

/// A layer of the platform configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Layer {
    /// Read from the platforms' scripts.
    Discovered,
    /// Set by an admin.
    Admin,
}

impl Layer {
    /// Returns the code in the database and in responses.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.into()
    }
}

#[derive(Clone, Debug)]
pub struct StoredConfigRevision {
    /// Number of the change.
    pub revision: i64,
    pub layer: String,
    /// The whole layer as of this revision.
    pub document: Value,
    /// Time of the change.
    pub made_at: DateTime<Utc>,
    /// The admin's name at that time, or the resource's; `None` for the discovered layer.
    pub made_by: Option<String>,
    /// The admin's reason.
    pub note: String,
}

/// The current revisions of both layers.
#[derive(Clone, Debug, Default)]
pub struct Current {
    /// The newest revision of the discovered layer.
    pub discovered: Option<StoredConfigRevision>,
    /// The newest revision of the admins' layer.
    pub own: Option<StoredConfigRevision>,
}

impl Current {
    /// Returns the newest change.
    #[must_use]
    pub fn newest(&self) -> Option<&StoredConfigRevision> {
        [&self.discovered, &self.own]
            .into_iter()
            .flatten()
            .max_by_key(|change| change.revision)
    }

    /// Returns the number of the newest change; 0 if there was none.
    #[must_use]
    pub fn revision(&self) -> i64 {
        self.newest().map_or(0, |change| change.revision)
    }

    /// Returns the discovered layer.
    #[must_use]
    pub fn discovered_document(&self) -> Value {
        document(self.discovered.as_ref())
    }

    /// Returns the layer set by an admin, or by a resource in an admin's place.
    #[must_use]
    pub fn own_document(&self) -> Value {
        document(self.own.as_ref())
    }

    /// Returns the revision of the admins' layer; 0 if it was never set.
    #[must_use]
    pub fn own_revision(&self) -> i64 {
        self.own.as_ref().map_or(0, |own| own.revision)
    }

    /// Rejects an implausible admins' layer, or one that exceeds what the platforms are known to tolerate;
    /// the error names the field.
    pub fn check(&self, own: &Value) -> Result<(), DbError> {
        let base = self.base()?;
        base.with(&own.to_string())
            .map(drop)
            .map_err(|misspelt| DbError::invalid(misspelt.to_string()))
    }

    /// Returns the configuration below the admins' layer.
    pub fn base(&self) -> Result<PlatformConfig, DbError> {
        Ok(over(PlatformConfig::shipped()?, self.discovered.as_ref()))
    }

    /// Returns the effective configuration. Ignores fields that this release does not define, and values that
    /// it no longer accepts.
    pub fn effective(&self) -> Result<PlatformConfig, DbError> {
        Ok(over(self.base()?, self.own.as_ref()))
    }

    /// Returns the configuration for scrapers: the layers alone, so that they apply over the built-in
    /// configuration of the scraper's own release. `None` if there are no layers.
    #[must_use]
    pub fn message(&self) -> Option<v1::PlatformConfig> {
        self.newest().map(|newest| v1::PlatformConfig {
            revision: newest.revision.unsigned_abs(),
            document: layered(self.discovered_document(), self.own_document()).to_string(),
        })
    }
}

fn document(layer: Option<&StoredConfigRevision>) -> Value {
    layer.map_or_else(|| Value::Object(Map::new()), |layer| layer.document.clone())
}

fn over(platform_config: PlatformConfig, layer: Option<&StoredConfigRevision>) -> PlatformConfig {
    let Some(layer) = layer else {
        return platform_config;
    };
    let (platform_config, left_out) = platform_config.with_known(&layer.document.to_string());
    for PlatformConfigError { path, reason } in left_out {
        tracing::warn!(
            layer = layer.layer,
            revision = layer.revision,
            path,
            reason,
            "ignored invalid settings of the platform configuration"
        );
    }
    platform_config
}

/// Returns the current revisions.
pub async fn current(connection: &mut PgConnection) -> Result<Current, sqlx::Error> {
    let layers = sqlx::query_as!(
        StoredConfigRevision,
        "SELECT DISTINCT ON (layer) revision, layer, document, made_at, made_by, note
         FROM platform_config_revisions ORDER BY layer, revision DESC"
    )
    .fetch_all(connection)
    .await?;
    let mut current = Current::default();
    for layer in layers {
        if layer.layer == Layer::Discovered.code() {
            current.discovered = Some(layer);
        } else {
            current.own = Some(layer);
        }
    }
    Ok(current)
}

/// Returns the current revisions and blocks other changes until this transaction ends.
pub async fn current_to_change(connection: &mut PgConnection) -> Result<Current, sqlx::Error> {
    sqlx::query!("SELECT pg_advisory_xact_lock($1)", LOCK)
        .execute(&mut *connection)
        .await?;
    current(connection).await
}

/// Replaces a layer, after [`current_to_change`] in the same transaction. `made_by` is `None` for the
/// discovered layer.
pub async fn put(
    connection: &mut PgConnection,
    current: &Current,
    layer: Layer,
    change: LayerChange<'_>,
) -> Result<StoredConfigRevision, sqlx::Error> {
    let made = StoredConfigRevision {
        revision: current.revision() + 1,
        layer: layer.code().to_owned(),
        document: change.document,
        made_at: change.made_at,
        made_by: change.made_by.map(str::to_owned),
        note: change.note.to_owned(),
    };
    sqlx::query!(
        "INSERT INTO platform_config_revisions (revision, layer, document, made_at, made_by, note) VALUES ($1, $2, $3, $4, $5, $6)",
        made.revision,
        made.layer,
        made.document,
        made.made_at,
        made.made_by,
        made.note
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "DELETE FROM platform_config_revisions WHERE layer = $1 AND revision <= (
             SELECT revision FROM platform_config_revisions WHERE layer = $1 ORDER BY revision DESC OFFSET $2 LIMIT 1)",
        made.layer,
        RETAINED_VERSIONS
    )
    .execute(connection)
    .await?;
    Ok(made)
}

/// A change to store.
#[derive(Clone, Debug)]
pub struct LayerChange<'a> {
    /// The new layer, complete.
    pub document: Value,
    pub made_at: DateTime<Utc>,
    /// The admin's name, or the resource's; `None` for the discovered layer.
    pub made_by: Option<&'a str>,
    /// The admin's reason.
    pub note: &'a str,
}

/// Counts the retained revisions.
pub async fn count(connection: &mut PgConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(r#"SELECT count(*) AS "n!" FROM platform_config_revisions"#)
        .fetch_one(connection)
        .await
}

/// Returns a page of revisions, newest first.
pub async fn page(
    connection: &mut PgConnection,
    skip: i64,
    take: i64,
) -> Result<Vec<StoredConfigRevision>, sqlx::Error> {
    sqlx::query_as!(
        StoredConfigRevision,
        "SELECT revision, layer, document, made_at, made_by, note
         FROM platform_config_revisions ORDER BY revision DESC OFFSET $1 LIMIT $2",
        skip,
        take
    )
    .fetch_all(connection)
    .await
}
