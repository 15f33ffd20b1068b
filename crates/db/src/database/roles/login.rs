//! The database roles and their passwords.

use hmac::{Hmac, KeyInit as _, Mac as _};
use secrecy::{ExposeSecret as _, SecretString};
use sha2::Sha256;
use sqlx::ConnectOptions as _;
use sqlx::postgres::PgConnectOptions;

use crate::DbError;
use crate::secrets::hex;

/// Owns the schema if the database URL names a superuser; otherwise the user in the URL does.
const OWNER: &str = "clipmeter_owner";
/// Users' requests, under row-level security.
pub(crate) const APP: &str = "clipmeter_app";
/// Runs and scrapers' reports.
pub(crate) const INGEST: &str = "clipmeter_ingest";
/// Retention.
pub(crate) const MAINTENANCE: &str = "clipmeter_maintenance";

/// Passwords of the roles, for servers where an administrator sets them. A role without one gets a password
/// derived from the password in the database URL: every process derives the same, and nothing has to be
/// stored.
#[derive(Debug, Clone, Default)]
pub struct RolePasswords {
    /// Password of `clipmeter_app`.
    pub app: Option<SecretString>,
    /// Password of `clipmeter_ingest`.
    pub ingest: Option<SecretString>,
    /// Password of `clipmeter_maintenance`.
    pub maintenance: Option<SecretString>,
}

impl RolePasswords {
    /// Reads the passwords from environment variables. They are not options, because command lines are
    /// visible to all users of the machine.
    #[must_use]
    pub fn from_env() -> Self {
        let variable = |name: &str| {
            let value = std::env::var(name).ok().filter(|value| !value.is_empty());
            value.map(SecretString::from)
        };
        Self {
            app: variable("CLIPMETER_APP_PASSWORD"),
            ingest: variable("CLIPMETER_INGEST_PASSWORD"),
            maintenance: variable("CLIPMETER_MAINTENANCE_PASSWORD"),
        }
    }
}

/// A role with its password.
#[derive(Debug, Clone)]
pub(crate) struct Login {
    pub(crate) name: &'static str,
    password: SecretString,
}

impl Login {
    /// Returns how the role connects to the database that `admin` connects to.
    pub(crate) fn options(&self, admin: &PgConnectOptions) -> PgConnectOptions {
        admin
            .clone()
            .username(self.name)
            .password(self.password.expose_secret())
    }

    pub(super) fn password(&self) -> &SecretString {
        &self.password
    }
}

/// All roles of one database.
#[derive(Debug)]
pub(crate) struct Roles {
    admin: PgConnectOptions,
    logins: [Login; 3],
}

impl Roles {
    /// Returns the roles of the database at `admin`.
    pub(crate) fn new(admin: &PgConnectOptions, configured: &RolePasswords) -> Result<Self, DbError> {
        let login = |name: &'static str, configured: Option<&SecretString>| {
            let password = configured.cloned().map_or_else(|| derived(admin, name), Ok)?;
            Ok::<_, DbError>(Login { name, password })
        };
        Ok(Self {
            // Poolers reject this parameter. It only changes numbers that are sent as text.
            admin: admin.clone().extra_float_digits(None),
            logins: [
                login(APP, configured.app.as_ref())?,
                login(INGEST, configured.ingest.as_ref())?,
                login(MAINTENANCE, configured.maintenance.as_ref())?,
            ],
        })
    }

    /// Returns how the schema's owner, or a superuser, connects.
    pub(crate) fn admin(&self) -> &PgConnectOptions {
        &self.admin
    }

    pub(super) fn logins(&self) -> &[Login; 3] {
        &self.logins
    }

    pub(super) fn owner(&self) -> Result<Login, DbError> {
        Ok(Login {
            name: OWNER,
            password: derived(&self.admin, OWNER)?,
        })
    }

    /// Returns how `clipmeter_app`, `clipmeter_ingest` and `clipmeter_maintenance` connect.
    pub(crate) fn options(&self) -> [PgConnectOptions; 3] {
        self.logins.each_ref().map(|login| login.options(&self.admin))
    }

    /// Returns how `clipmeter_app` connects to the replicas at `replicas`, whose user is not used. The database is that
    /// of the primary unless it is set.
    pub(crate) fn replica_options(&self, replicas: &PgConnectOptions) -> PgConnectOptions {
        let [app, ..] = &self.logins;
        let options = app.options(replicas).extra_float_digits(None);
        match (replicas.get_database(), self.admin.get_database()) {
            (None, Some(database)) => options.database(database),
            _ => options,
        }
    }
}

/// Returns the HMAC-SHA-256 of the role's name under the admin's password, which it does not reveal.
fn derived(admin: &PgConnectOptions, name: &str) -> Result<SecretString, DbError> {
    // The URL is the only way to read the password. The host is replaced, because some hosts cannot be
    // written in a URL.
    let url = admin.clone().host("localhost").username("admin").to_url_lossy();
    let password = url.password().ok_or(DbError::RolePassword {
        role: name.to_owned(),
    })?;
    let mut mac = Hmac::<Sha256>::new_from_slice(password.as_bytes())
        .map_err(|error| DbError::Roles(vec![error.to_string()]))?;
    mac.update(b"clipmeter/role/1/");
    mac.update(name.as_bytes());
    Ok(hex(&mac.finalize().into_bytes()).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passwords(address: &str, configured: &RolePasswords) -> Option<Vec<String>> {
        let roles = Roles::new(&address.parse().unwrap(), configured).ok()?;
        let logins = roles.logins().iter();
        Some(
            logins
                .map(|login| login.password().expose_secret().to_owned())
                .collect(),
        )
    }

    #[test]
    fn role_passwords_derive_only_from_password_and_role() {
        let of = |address| passwords(address, &RolePasswords::default());
        let first = of("postgres://a:secret@one/db").unwrap();
        assert_eq!(of("postgres://b:secret@[::1]:5433/other").unwrap(), first);
        let other = of("postgres://a:other@one/db").unwrap();
        let mut all: Vec<_> = first.iter().chain(&other).collect();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 6);
        assert!(all.iter().all(|password| password.len() == 64));
    }

    #[test]
    fn role_passwords_must_all_be_configured_without_address_password() {
        let address = "postgres://a@one/db";
        let mut configured = RolePasswords {
            app: Some("1".into()),
            ingest: Some("2".into()),
            maintenance: None,
        };
        assert_eq!(passwords(address, &configured), None);
        configured.maintenance = Some("3".into());
        assert_eq!(passwords(address, &configured).unwrap(), ["1", "2", "3"]);
    }
}
