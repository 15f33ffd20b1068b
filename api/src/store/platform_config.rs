//! What the platforms rotate, as it holds now: the facts of the release, under what was found in the platforms' scripts, under what an
//! admin says. Each change is a revision.

use chrono::{DateTime, Utc};
use clipmeter_proto::v1;
use clipmeter_rules::platform_config::{PlatformConfig, PlatformConfigError, layered};
use serde_json::{Map, Value};
use sqlx::PgConnection;

use crate::ApiError;

/// Versions of each layer that can be looked up: years of an admin's changes, months of discoveries.
const RETAINED_VERSIONS: i64 = 100;

/// Serialises changes, so that versions rise in the order of their commits. Any number that no other lock has.
const LOCK: i64 = 0x0045_0002;

/// Whose a layer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// Read from a platform's scripts.
    Discovered,
    /// An admin's.
    Admin,
}

impl Layer {
    /// The word for it in the database and in answers.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Discovered => "discovered",
            Self::Admin => "admin",
        }
    }
}

/// A change that was made.
#[derive(Clone, Debug)]
pub struct StoredConfigRevision {
    /// Counts the changes.
    pub revision: i64,
    /// Whose layer it is.
    pub layer: String,
    /// The whole layer as it was from then on.
    pub document: Value,
    /// When it was made.
    pub made_at: DateTime<Utc>,
    /// The admin's name at that time, or the resource's; None for what was found.
    pub made_by: Option<String>,
    /// Why, in the admin's words.
    pub note: String,
}

/// What holds now.
#[derive(Clone, Debug, Default)]
pub struct Current {
    /// The newest revision of what was found.
    pub discovered: Option<StoredConfigRevision>,
    /// The newest revision of what an admin says.
    pub own: Option<StoredConfigRevision>,
}

impl Current {
    /// The newest change.
    #[must_use]
    pub fn newest(&self) -> Option<&StoredConfigRevision> {
        [&self.discovered, &self.own]
            .into_iter()
            .flatten()
            .max_by_key(|change| change.revision)
    }

    /// Its number; 0 while nothing was ever changed.
    #[must_use]
    pub fn revision(&self) -> i64 {
        self.newest().map_or(0, |change| change.revision)
    }

    /// What was found.
    #[must_use]
    pub fn discovered_document(&self) -> Value {
        document(self.discovered.as_ref())
    }

    /// What an admin says, or a resource in an admin's place.
    #[must_use]
    pub fn own_document(&self) -> Value {
        document(self.own.as_ref())
    }

    /// The revision with which that was said; 0 while nothing was.
    #[must_use]
    pub fn own_revision(&self) -> i64 {
        self.own.as_ref().map_or(0, |own| own.revision)
    }

    /// Refuses an admin's layer that cannot be meant, or would be more than the platforms are known to bear, with its place.
    pub fn check(&self, own: &Value) -> Result<(), ApiError> {
        let base = self.base()?;
        base.with(&own.to_string())
            .map(drop)
            .map_err(|misspelt| ApiError::invalid(misspelt.to_string()))
    }

    /// What lies under an admin's layer.
    pub fn base(&self) -> Result<PlatformConfig, ApiError> {
        Ok(over(PlatformConfig::shipped()?, self.discovered.as_ref()))
    }

    /// All layers together. What this release does not know of them, or would not bear any more, is left out.
    pub fn effective(&self) -> Result<PlatformConfig, ApiError> {
        Ok(over(self.base()?, self.own.as_ref()))
    }

    /// What a scraper is told: the layers alone, so that the shipped facts of its own release stay under them. Nothing while
    /// there is none.
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
            "settings of the platform configuration are ignored"
        );
    }
    platform_config
}

/// What holds now.
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

/// What holds now, with every other change waiting for the end of this transaction.
pub async fn current_to_change(connection: &mut PgConnection) -> Result<Current, sqlx::Error> {
    sqlx::query!("SELECT pg_advisory_xact_lock($1)", LOCK)
        .execute(&mut *connection)
        .await?;
    current(connection).await
}

/// Puts a layer in the place of the one before, after [`current_to_change`] in the same transaction. `made_by` is None for what
/// was found.
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

/// What is changed.
#[derive(Clone, Debug)]
pub struct LayerChange<'a> {
    /// The whole layer.
    pub document: Value,
    /// Now.
    pub made_at: DateTime<Utc>,
    /// The admin's name, or the resource's; None for what was found.
    pub made_by: Option<&'a str>,
    /// Why, in the admin's words.
    pub note: &'a str,
}

/// How many versions can be looked up.
pub async fn count(connection: &mut PgConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(r#"SELECT count(*) AS "n!" FROM platform_config_revisions"#)
        .fetch_one(connection)
        .await
}

/// Some of them, the newest first.
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
