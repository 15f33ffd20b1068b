//! The roles that the API logs in as, and the schema's owner.
//!
//! The owner migrates and disconnects. The three other roles own nothing, bypass nothing and are members of
//! nothing: an injected statement has the rights of its connection and cannot gain more. ADR 0034.

mod login;
mod scram;

use std::num::NonZeroU32;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, Connection as _};

pub use login::RolePasswords;
pub(crate) use login::{APP, INGEST, Login, MAINTENANCE, Roles};

use crate::DbError;
use crate::database::MIGRATOR;
use crate::pooler_error::is_refused_by_pooler;

/// Creates the roles' shared part in a new database. It creates roles, which the owner may not.
const ROLES_MIGRATION: i64 = 1;

/// Transfers the schema's objects to the owner. Changes nothing if the owner already has them.
const TRANSFER_OWNERSHIP: &str = include_str!("transfer_ownership.sql");

/// Revokes temporary tables from all roles but the owner.
const CLOSE_DATABASE: &str = include_str!("close_database.sql");

/// Attempts at changing a role. Roles belong to the whole server, so a lock in one database does not prevent
/// concurrent changes of the same role; each lost attempt means that another process has made a change.
const ATTEMPTS: u32 = 20;

/// Between two attempts: another process commits its change within milliseconds.
const PAUSE: Duration = Duration::from_millis(25);

/// Conflicts with another process that created or changed the same role: `duplicate_object`,
/// `unique_violation`, and "tuple concurrently updated", which has no SQLSTATE.
const CONFLICTS: [&str; 3] = ["42710", "23505", "XX000"];

/// Lists the rights that a role has too much or lacks.
const FINDINGS: &str = include_str!("check.sql");

/// Maximum number of findings in one error: a badly misconfigured server has one for every table.
const MAX_FINDINGS: usize = 20;

/// The server rejects a login: wrong password, or the role may not log in.
const REFUSED: [&str; 2] = ["28P01", "28000"];

impl Roles {
    /// Creates missing roles and returns how the owner connects. `admin` is the owner itself, or a superuser,
    /// which creates the owner and transfers the schema to it.
    pub(crate) async fn prepare(&self, admin: &mut PgConnection) -> Result<PgConnectOptions, DbError> {
        let is_superuser: bool =
            sqlx::query_scalar("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
                .fetch_one(&mut *admin)
                .await?;
        for login in self.logins() {
            ensure(admin, login, is_superuser).await?;
        }
        sqlx::raw_sql(CLOSE_DATABASE).execute(&mut *admin).await?;
        if !is_superuser {
            return Ok(self.admin().clone());
        }
        let owner = self.owner()?;
        ensure(admin, &owner, true).await?;
        // No effect where it was applied before.
        MIGRATOR.run_to(ROLES_MIGRATION, &mut *admin).await?;
        sqlx::raw_sql(TRANSFER_OWNERSHIP).execute(&mut *admin).await?;
        let options = owner.options(self.admin());
        if let Err(error) = logged_in(&options).await {
            if !is_refused(&error) {
                return Err(DbError::connect(error));
            }
            set_password(admin, &owner).await?;
        }
        Ok(options)
    }

    /// Sets the password of every role that cannot log in. Roles that can are not changed, since other
    /// processes use them.
    pub(crate) async fn repair(&self, admin: &mut PgConnection) -> Result<(), DbError> {
        for login in self.logins() {
            match logged_in(&login.options(self.admin())).await {
                Err(error) if is_refused(&error) => set_password(admin, login).await?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Rejects roles that have more rights than they need, or lack some.
    pub(crate) async fn check(&self, owner: &mut PgConnection) -> Result<(), DbError> {
        let names = self.logins().each_ref().map(|login| login.name);
        let mut findings: Vec<String> = sqlx::query_scalar(FINDINGS)
            .bind(&names[..])
            .fetch_all(owner)
            .await?;
        findings.truncate(MAX_FINDINGS);
        if findings.is_empty() {
            Ok(())
        } else {
            Err(DbError::Roles(findings))
        }
    }
}

/// Returns whether the server, or a pooler, rejects the login itself, rather than being unreachable.
pub(crate) fn is_refused(error: &sqlx::Error) -> bool {
    has_code(error, &REFUSED) || is_refused_by_pooler(error)
}

fn has_code(error: &sqlx::Error, codes: &[&str]) -> bool {
    error
        .as_database_error()
        .and_then(sqlx::error::DatabaseError::code)
        .is_some_and(|code| codes.contains(&code.as_ref()))
}

async fn logged_in(options: &PgConnectOptions) -> Result<(), sqlx::Error> {
    PgConnection::connect_with(options).await?.close().await
}

/// The defects of a role, as far as they are visible without its password.
#[derive(sqlx::FromRow)]
struct RoleState {
    can_log_in: bool,
    is_strong: bool,
}

/// Creates the role, or allows it to log in. A superuser also revokes attributes that the role must not have.
async fn ensure(admin: &mut PgConnection, login: &Login, is_superuser: bool) -> Result<(), DbError> {
    let state: Option<RoleState> = sqlx::query_as(
        "SELECT rolcanlogin AS can_log_in,
                rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR rolreplication AS is_strong
         FROM pg_roles WHERE rolname = $1",
    )
    .bind(login.name)
    .fetch_optional(&mut *admin)
    .await?;
    let attributes = "NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOCREATEDB NOREPLICATION";
    match state {
        None => change(admin, login, "CREATE", attributes).await,
        Some(state) if is_superuser && state.is_strong => change(admin, login, "ALTER", attributes).await,
        Some(state) if !state.can_log_in => set_password(admin, login).await,
        Some(_) => Ok(()),
    }
}

async fn set_password(admin: &mut PgConnection, login: &Login) -> Result<(), DbError> {
    change(admin, login, "ALTER", "").await
}

async fn change(
    admin: &mut PgConnection,
    login: &Login,
    verb: &str,
    attributes: &str,
) -> Result<(), DbError> {
    let mut verb = verb;
    // The server gets a verifier: neither the server nor its log ever sees the password.
    let verifier = scram::verifier(login.password(), iterations(admin).await?)?;
    for _ in 1..ATTEMPTS {
        match attempt(admin, login.name, verb, attributes, &verifier).await {
            Err(error) if has_code(&error, &CONFLICTS) => {
                // Another process was first and created the role.
                verb = "ALTER";
                tokio::time::sleep(PAUSE).await;
            }
            result => return result.map_err(|error| refused(login.name, &error)),
        }
    }
    attempt(admin, login.name, verb, attributes, &verifier)
        .await
        .map_err(|error| refused(login.name, &error))
}

/// Returns the server's setting `scram_iterations`. Where all passwords are long and random, 1 is enough, and
/// makes each login faster.
async fn iterations(admin: &mut PgConnection) -> Result<NonZeroU32, DbError> {
    let setting: Option<String> = sqlx::query_scalar("SELECT current_setting('scram_iterations', true)")
        .fetch_one(admin)
        .await?;
    Ok(setting
        .and_then(|text| text.parse().ok())
        .unwrap_or(scram::DEFAULT_ITERATIONS))
}

async fn attempt(
    admin: &mut PgConnection,
    name: &str,
    verb: &str,
    attributes: &str,
    verifier: &str,
) -> Result<(), sqlx::Error> {
    // Safe: names and attributes are the constants above, and a verifier is base64.
    let statement = format!("{verb} ROLE {name} LOGIN {attributes} PASSWORD '{verifier}'");
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(admin).await?;
    Ok(())
}

fn refused(name: &str, error: &sqlx::Error) -> DbError {
    DbError::Roles(vec![format!(
        "the role {name} cannot log in with its password, and the user of DATABASE_URL may not change that ({error}); have an \
         administrator run the statements of docs/operator/operations.md, \"Database roles\""
    )])
}
