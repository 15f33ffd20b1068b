//! The first user.

use chrono::{DateTime, Utc};
use secrecy::SecretString;
use sqlx::PgPool;

use super::Passwords;
use super::password::generate;
use super::password_rules;
use crate::ApiError;
use crate::store::users::{self, NewUser};
use crate::store::{Access, Scope};

/// The first user's name.
const FIRST_ADMIN: &str = "admin";

/// Sees to it that somebody can sign in.
///
/// A given password becomes that of the user `admin`, who is made when missing; on a later start a changed password
/// replaces the old one and ends its sign-ins. Without one, a fresh database gets `admin` with a generated password,
/// which is returned this once; an installation that has an admin is left alone.
pub(crate) async fn bootstrap_admin(
    pool: &PgPool,
    passwords: &Passwords,
    given: Option<SecretString>,
    random: &mut impl rand::CryptoRng,
    now: DateTime<Utc>,
) -> Result<Option<SecretString>, ApiError> {
    if let Some(password) = &given {
        password_rules::check(password, &[FIRST_ADMIN])?;
    }
    let existing = users::sign_in(pool, FIRST_ADMIN)
        .await?
        .filter(|found| found.user.username == FIRST_ADMIN);
    match (existing, given) {
        (Some(found), Some(password)) => {
            if !passwords
                .verify(password.clone(), Some(found.password_hash))
                .await?
            {
                let hash = passwords.hash(password).await?;
                let mut transaction = Scope::Admin.begin(pool, Access::Write).await?;
                users::set_password(&mut transaction, found.user.user_id, &hash).await?;
                transaction.commit().await?;
                tracing::info!("set the given password of the user `admin`; earlier sign-ins have ended");
            }
            Ok(None)
        }
        (Some(_), None) => Ok(None),
        (None, Some(password)) => {
            create(pool, passwords.hash(password).await?, now).await?;
            Ok(None)
        }
        (None, None) => {
            let mut transaction = Scope::Admin.begin(pool, Access::Read).await?;
            let has_admin = users::has_admin(&mut transaction).await?;
            drop(transaction);
            if has_admin {
                return Ok(None);
            }
            let password = generate(random)?;
            let created = create(pool, passwords.hash(password.clone()).await?, now).await?;
            Ok(created.then_some(password))
        }
    }
}

/// Whether the user was made here; false when another process was faster.
async fn create(pool: &PgPool, password_hash: String, now: DateTime<Utc>) -> Result<bool, ApiError> {
    let mut transaction = Scope::Admin.begin(pool, Access::Write).await?;
    let user = NewUser {
        username: FIRST_ADMIN,
        full_name: "Administrator",
        password_hash: &password_hash,
        is_admin: true,
        ..NewUser::default()
    };
    let created = users::create(&mut transaction, &user, now).await?;
    transaction.commit().await?;
    Ok(created.is_some())
}
