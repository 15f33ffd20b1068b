//! The files of a database: creates them once, and rejects those of another version or with parts missing.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use secrecy::{ExposeSecret as _, SecretString};

use crate::process_user::ProcessUser;
use crate::{Installation, PostgresError};

pub(crate) const SUPERUSER: &str = "postgres";
/// SCRAM iterations slow down password guessing. The passwords here are random and cannot be guessed, so that more iterations
/// would only slow down each login.
pub(crate) const SCRAM_ITERATIONS: &str = "scram_iterations=1";
/// Lines of `initdb`'s output that are shown.
const OUTPUT_LINES: usize = 3;

/// Creates the database in `data` if there is none.
pub(crate) async fn ensure(
    installation: &Installation,
    process_user: ProcessUser,
    data: &Path,
    password: &SecretString,
) -> Result<(), PostgresError> {
    let version = data.join("PG_VERSION");
    if version
        .try_exists()
        .map_err(PostgresError::io("read", &version))?
    {
        return Ok(());
    }
    initialise(installation, process_user, data, password).await
}

/// Fails if the database in `data`, if any, is of another major version.
pub(crate) fn check_version(data: &Path) -> Result<(), PostgresError> {
    let expected = Installation::major_version();
    match fs::read_to_string(data.join("PG_VERSION")) {
        Ok(found) if found.trim() != expected => Err(PostgresError::OtherVersion {
            path: data.to_owned(),
            found: found.trim().to_owned(),
            expected,
        }),
        _ => Ok(()),
    }
}

/// Creates the database next to its final path and then moves it: a start that is killed midway can be repeated.
async fn initialise(
    installation: &Installation,
    process_user: ProcessUser,
    data: &Path,
    password: &SecretString,
) -> Result<(), PostgresError> {
    let unfinished = data.with_extension("new");
    if unfinished.exists() {
        fs::remove_dir_all(&unfinished).map_err(PostgresError::io("remove", &unfinished))?;
    }
    // Only complete databases are moved here, so files without a version are what is left of one.
    if data.exists() {
        fs::remove_dir(data).map_err(|error| match error.kind() {
            ErrorKind::DirectoryNotEmpty => PostgresError::Incomplete {
                path: data.to_owned(),
            },
            _ => PostgresError::io("remove", data)(error),
        })?;
    }
    fs::create_dir(&unfinished).map_err(PostgresError::io("create", &unfinished))?;
    process_user.take(&unfinished)?;
    // Not in TMPDIR, which the server's user may not be able to enter.
    let folder = data.parent().unwrap_or(data);
    let password_file =
        tempfile::NamedTempFile::new_in(folder).map_err(PostgresError::io("create a file in", folder))?;
    fs::write(password_file.path(), password.expose_secret())
        .map_err(PostgresError::io("write", password_file.path()))?;
    process_user.take(password_file.path())?;
    let mut command = process_user.command(&installation.program("initdb"));
    command
        .args([
            "--username",
            SUPERUSER,
            "--auth",
            "scram-sha-256",
            "--encoding",
            "UTF8",
        ])
        .args([
            "--locale-provider",
            "builtin",
            "--builtin-locale",
            "C.UTF-8",
            "--no-instructions",
        ])
        .args(["--set", SCRAM_ITERATIONS])
        .arg("--pwfile")
        .arg(password_file.path())
        .arg("--pgdata")
        .arg(&unfinished);
    let output = tokio::process::Command::from(command)
        .kill_on_drop(true)
        .output()
        .await
        .map_err(PostgresError::io("run initdb in", data))?;
    if output.status.success() {
        return fs::rename(&unfinished, data).map_err(PostgresError::io("move into place", data));
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<&str> = text.lines().rev().take(OUTPUT_LINES).collect();
    Err(PostgresError::Initialise {
        path: data.to_owned(),
        output: lines.into_iter().rev().collect::<Vec<_>>().join(" "),
    })
}
