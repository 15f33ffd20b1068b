//! Opens the keys of an installation. Keys that differ from those that its database was used with are rejected:
//! otherwise data that they cannot decrypt would be noticed only on use.

mod key_use;
mod lost;

use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::postgres::PgConnectOptions;
use tokio::sync::watch;

pub use lost::LostKeys;

use crate::DbError;
use crate::audit::{self, Action, PROGRAM};
use crate::database::connect::Pools;
use crate::database::migrations::MigrationProgress;
use crate::database::roles::RolePasswords;
use crate::database::scope::{Access, Scope};
use crate::secrets::{Secrets, key_file_path};

/// Location of the keys.
#[derive(Debug, Clone)]
pub enum KeyFile {
    /// In a folder of this installation, where they are generated when no data require older ones.
    Own(PathBuf),
    /// In a read-only folder that a cluster mounts.
    Mounted(PathBuf),
}

/// What to do when keys are lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LostKeysPolicy {
    /// Reject the keys.
    Refuse,
    /// Delete the data encrypted with the lost keys.
    Discard,
}

/// Keys that match the database.
#[derive(Debug)]
pub struct OpenedKeys {
    pub secrets: Secrets,
    /// Data that were deleted because their keys are lost.
    pub discarded: Option<LostKeys>,
}

impl KeyFile {
    fn folder(&self) -> &Path {
        match self {
            Self::Own(folder) | Self::Mounted(folder) => folder,
        }
    }

    /// Fails when the file cannot be used, regardless of what the database requires.
    pub fn check(&self) -> Result<(), DbError> {
        self.read().map(drop)
    }

    fn read(&self) -> Result<Option<Secrets>, DbError> {
        match self {
            Self::Own(folder) => Secrets::read_own(folder),
            Self::Mounted(folder) => Secrets::read_mounted(folder).map(Some),
        }
    }

    fn refusal(&self, lost: &LostKeys, is_there: bool) -> DbError {
        let problem = lost.problem(is_there);
        let remedy = match self {
            Self::Own(_) => {
                "restore the file that belongs to this database, or start with --discard-undecryptable"
            }
            Self::Mounted(_) => {
                "mount the Secret that belongs to this database, or set CLIPMETER_DISCARD_UNDECRYPTABLE=true for one start"
            }
        };
        DbError::SecretsFile {
            path: key_file_path(self.folder()),
            reason: format!("{problem}; {remedy}, which deletes {lost}"),
        }
    }
}

impl Secrets {
    /// Reads the keys and compares them with those that the database was used with; the database is migrated first, and the progress
    /// of that reported. The
    /// installation's own file is created for a database that requires no existing keys, and the fingerprint of the
    /// keys is stored in the database.
    pub async fn load_checked(
        file: &KeyFile,
        database: &PgConnectOptions,
        role_passwords: &RolePasswords,
        if_lost: LostKeysPolicy,
        now: DateTime<Utc>,
        progress: &watch::Sender<MigrationProgress>,
    ) -> Result<OpenedKeys, DbError> {
        let found = file.read()?;
        let pools = Pools::connect_reporting(database, role_passwords, progress).await?;
        let opened = fit(file, found, &pools, if_lost, now).await;
        pools.close().await;
        opened
    }
}

async fn fit(
    file: &KeyFile,
    found: Option<Secrets>,
    pools: &Pools,
    if_lost: LostKeysPolicy,
    now: DateTime<Utc>,
) -> Result<OpenedKeys, DbError> {
    let mut transaction = Scope::Admin.begin(&pools.app, Access::Write).await?;
    let used = key_use::key_use(&mut transaction).await?;
    let is_there = found.is_some();
    let secrets = match found {
        Some(secrets) => secrets,
        None => Secrets::generate()?,
    };
    let lost = LostKeys::of(&secrets, &used)?;
    if let Some(lost) = &lost
        && if_lost == LostKeysPolicy::Refuse
    {
        return Err(file.refusal(lost, is_there));
    }
    if !is_there {
        // Written before the database stores the fingerprint: otherwise a crash could leave the database requiring keys
        // that exist nowhere.
        secrets.replace(file.folder())?;
    }
    if let Some(lost) = &lost {
        key_use::delete_sealed_by(&mut transaction, &lost.key_ids()).await?;
        let details = json!({"keys": lost.key_ids(), "lost": lost.to_string()});
        audit::record(&mut transaction, now, PROGRAM, Action::KeysDiscard, None, details).await?;
    }
    let fingerprint = secrets.key_fingerprint()?;
    if used.fingerprint != Some(fingerprint) {
        if lost.is_some() {
            key_use::lose_password_digest(&mut transaction).await?;
        }
        key_use::save_fingerprint(&mut transaction, fingerprint).await?;
    }
    transaction.commit().await?;
    Ok(OpenedKeys {
        secrets,
        discarded: lost,
    })
}
