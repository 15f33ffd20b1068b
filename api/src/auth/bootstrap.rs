//! Creates the first user, or updates its password when the configured password has changed.

use chrono::{DateTime, Utc};
use clipmeter_db::audit::{self, Action, PROGRAM};
use clipmeter_db::secrets::{PasswordDigest, Secrets};
use clipmeter_db::users::{self, NewUser, SignIn};
use clipmeter_db::{Access, Pool, Scope, settings};
use clipmeter_domain::password;
use secrecy::SecretString;
use serde_json::json;
use sqlx::PgConnection;

use super::Passwords;
use super::password::generate;
use crate::ApiError;

/// The user that the first start creates, and the only one whose password `CLIPMETER_ADMIN_PASSWORD` sets.
pub const FIRST_ADMIN: &str = "admin";

/// How the configured password, or its absence, compares with that of the previous start.
enum Comparison {
    Same,
    Different,
    /// The digest of the previous one was made with lost keys.
    Unknown,
}

pub(crate) struct Bootstrap<'a> {
    pub(crate) pool: &'a Pool,
    pub(crate) passwords: &'a Passwords,
    pub(crate) secrets: &'a Secrets,
    pub(crate) now: DateTime<Utc>,
}

impl Bootstrap<'_> {
    /// Ensures that an admin can sign in.
    ///
    /// A given password becomes that of the user `admin`, who is created if missing. Only a password that differs from
    /// the one of the previous start replaces the stored one and ends its sign-ins: a restart does not revert a later
    /// change by the admin. If the keys of the previous start are lost, the stored one is kept. Without a password, a
    /// fresh database gets `admin` with a generated one, which is returned only this once; an installation with an admin
    /// is not changed.
    pub(crate) async fn admin(
        &self,
        configured: Option<SecretString>,
        random: &mut impl rand::CryptoRng,
    ) -> Result<Option<SecretString>, ApiError> {
        if let Some(password) = &configured {
            password::check(password, &[FIRST_ADMIN])?;
        }
        let digest = configured
            .as_ref()
            .map(|password| self.secrets.password_digest(password))
            .transpose()?;
        let existing = users::sign_in(self.pool, FIRST_ADMIN)
            .await?
            .filter(|found| found.user.username == FIRST_ADMIN);
        match (existing, configured) {
            (Some(found), configured) => {
                let applied = match self.compare(digest).await? {
                    Comparison::Same => return Ok(None),
                    Comparison::Different => configured,
                    Comparison::Unknown => None,
                };
                self.apply(&found, applied, digest).await?;
                Ok(None)
            }
            (None, Some(password)) => {
                self.create(self.passwords.hash(password).await?, digest).await?;
                Ok(None)
            }
            (None, None) => {
                if self.has_admin().await? {
                    return Ok(None);
                }
                let password = generate(random)?;
                let created = self
                    .create(self.passwords.hash(password.clone()).await?, None)
                    .await?;
                Ok(created.then_some(password))
            }
        }
    }

    /// Compares the configured password with that of the previous start.
    async fn compare(&self, digest: Option<PasswordDigest>) -> Result<Comparison, ApiError> {
        let mut transaction = Scope::Admin.begin(self.pool, Access::Read).await?;
        let known = settings::admin_password_digest(&mut transaction).await?;
        let known = known.as_deref();
        Ok(if known == digest.as_ref().map(PasswordDigest::as_slice) {
            Comparison::Same
        } else if known == Some(settings::LOST_DIGEST) {
            if digest.is_some() {
                tracing::warn!(
                    "kept the password of the user `admin`: with lost keys, CLIPMETER_ADMIN_PASSWORD cannot be compared with its \
                     value at the previous start; to replace the password, start once more with another value"
                );
            }
            Comparison::Unknown
        } else {
            Comparison::Different
        })
    }

    /// Sets the user's password, unless it is already set, and stores its digest.
    async fn apply(
        &self,
        found: &SignIn,
        configured: Option<SecretString>,
        digest: Option<PasswordDigest>,
    ) -> Result<(), ApiError> {
        let hash = match configured {
            Some(password) if !self.matches_stored(found, &password).await? => {
                Some(self.passwords.hash(password).await?)
            }
            _ => None,
        };
        let mut transaction = Scope::Admin.begin(self.pool, Access::Write).await?;
        if let Some(hash) = &hash {
            users::set_password(&mut transaction, found.user.user_id, hash, false).await?;
            self.record(&mut transaction, Action::UserResetPassword, found.user.user_id)
                .await?;
        }
        settings::set_admin_password_digest(&mut transaction, digest.as_ref().map(PasswordDigest::as_slice))
            .await?;
        transaction.commit().await?;
        if hash.is_some() {
            tracing::info!(
                "set the configured password of the user `admin` and signed this user out everywhere"
            );
        }
        Ok(())
    }

    async fn matches_stored(&self, found: &SignIn, password: &SecretString) -> Result<bool, ApiError> {
        let stored = Some(found.password_hash.clone());
        self.passwords.verify(password.clone(), stored).await
    }

    async fn has_admin(&self) -> Result<bool, ApiError> {
        let mut transaction = Scope::Admin.begin(self.pool, Access::Read).await?;
        Ok(users::has_admin(&mut transaction).await?)
    }

    /// Returns whether this call created the user, or false if another process did so first.
    async fn create(&self, password_hash: String, digest: Option<PasswordDigest>) -> Result<bool, ApiError> {
        let mut transaction = Scope::Admin.begin(self.pool, Access::Write).await?;
        let user = NewUser {
            username: FIRST_ADMIN,
            full_name: "Administrator",
            password_hash: &password_hash,
            is_admin: true,
            ..NewUser::default()
        };
        let Some(user_id) = users::create(&mut transaction, &user, self.now).await? else {
            return Ok(false);
        };
        settings::set_admin_password_digest(&mut transaction, digest.as_ref().map(PasswordDigest::as_slice))
            .await?;
        self.record(&mut transaction, Action::UserCreate, user_id).await?;
        transaction.commit().await?;
        Ok(true)
    }

    async fn record(
        &self,
        connection: &mut PgConnection,
        action: Action,
        user_id: i64,
    ) -> Result<(), ApiError> {
        let details = json!({"user_id": user_id, "username": FIRST_ADMIN});
        Ok(audit::record(connection, self.now, PROGRAM, action, None, details).await?)
    }
}
