//! `clipmeter backup`.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use chrono::Utc;
use clipmeter_db::backup::{Snapshot, TableSchema};
use clipmeter_db::secrets::Secrets;
use clipmeter_embedded_postgres::Server;
use secrecy::SecretString;
use sqlx::postgres::PgConnectOptions;
use tokio_stream::StreamExt as _;

use super::format::{Head, PART, TABLES};
use super::writer::Writer;
use super::{Stopping, passphrase, start_server};
use crate::cli::BackupArgs;
use crate::data_dir::DataDir;
use crate::database::Database;
use crate::error::{BackupError, StandaloneError};

/// Writes a backup and prints what it lacks.
#[expect(
    clippy::print_stdout,
    reason = "this is the program's output for the user who started it"
)]
pub(crate) async fn backup(args: BackupArgs) -> Result<(), StandaloneError> {
    if !args.overwrite && args.file.exists() {
        return Err(BackupError::Exists { path: args.file }.into());
    }
    if !DataDir::is_one(&args.data_dir) {
        return Err(StandaloneError::NoDataDir { path: args.data_dir });
    }
    let data = args.data_dir.canonicalize().unwrap_or(args.data_dir);
    if args.database_url.is_some() || !data.join(DataDir::POSTGRES).join("data").is_dir() {
        return Err(BackupError::NoDatabase { path: data }.into());
    }
    let passphrase = args.with_keys.then(passphrase::chosen).transpose()?;
    let target = SaveTarget {
        data: &data,
        file: &args.file,
        overwrite: args.overwrite,
        passphrase: passphrase.as_ref(),
    };
    let stopping = Stopping::listen()?;
    let head = match Server::running(&data.join(DataDir::POSTGRES), Database::NAME) {
        Some(options) => stopping.unless_stopped(write(&options, &target)).await?,
        None => from_stopped(&target, &stopping).await?,
    };
    println!(
        "{} has everything as of {}, {}",
        args.file.display(),
        head.created_at.format("%Y-%m-%d %H:%M:%S UTC"),
        if args.with_keys {
            "and the keys, encrypted with the passphrase"
        } else {
            "but not the keys: keep a copy of secrets/secrets.json too"
        }
    );
    Ok(())
}

/// The content of a backup and its path.
struct SaveTarget<'a> {
    data: &'a Path,
    file: &'a Path,
    overwrite: bool,
    passphrase: Option<&'a SecretString>,
}

/// Starts the server for the duration of the backup. The database is not migrated, so that a backup can be made before an
/// upgrade.
async fn from_stopped(target: &SaveTarget<'_>, stopping: &Stopping) -> Result<Head, StandaloneError> {
    let data = DataDir::open_existing(target.data)?;
    let server = start_server(&data, stopping).await?;
    let options = server.connect_options(Database::NAME);
    let written = stopping.unless_stopped(write(&options, target)).await;
    server.stop().await;
    written
}

async fn write(options: &PgConnectOptions, target: &SaveTarget<'_>) -> Result<Head, StandaloneError> {
    let unwritten = |source: std::io::Error| match source.kind() {
        ErrorKind::AlreadyExists => BackupError::Exists {
            path: target.file.to_owned(),
        },
        _ => BackupError::Write {
            path: target.file.to_owned(),
            source,
        },
    };
    let folder = target.data.join(DataDir::SECRETS);
    let key_ids = || Secrets::session_key_ids(&folder);
    let before = target.passphrase.map(|_| key_ids()).transpose()?;
    let mut snapshot = Snapshot::begin(options).await?;
    let head = Head::new(Utc::now(), snapshot.contents().clone());
    let mut file = Writer::create(target.file, &head).map_err(unwritten)?;
    for table in &head.contents.tables {
        copy(&mut snapshot, table, |name, rows| {
            file.add(name, rows).map_err(unwritten)
        })
        .await?;
    }
    snapshot.end().await?;
    match fs::read(target.data.join(DataDir::DEMO)) {
        Ok(demo) => file.add(DataDir::DEMO, &demo).map_err(unwritten)?,
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(unwritten(error).into()),
    }
    let file = file.end().map_err(unwritten)?;
    let keys = match target.passphrase {
        Some(passphrase) => {
            let sealed = Secrets::sealed_copy(&folder, passphrase, &file.digest())?;
            // Another command may have rotated the key: its database can be backed up like that of a running Clipmeter.
            if before != Some(key_ids()?) {
                return Err(BackupError::KeysRotated.into());
            }
            sealed
        }
        None => Vec::new(),
    };
    file.finish(&keys, target.overwrite).map_err(unwritten)?;
    Ok(head)
}

/// Adds the rows of a table in parts of whole rows.
async fn copy(
    snapshot: &mut Snapshot,
    table: &TableSchema,
    mut add: impl FnMut(&str, &[u8]) -> Result<(), BackupError>,
) -> Result<(), StandaloneError> {
    let mut part = Vec::with_capacity(PART);
    let mut parts = 0;
    let mut rows = snapshot.rows(table).await?;
    loop {
        let row = rows
            .next()
            .await
            .transpose()
            .map_err(clipmeter_db::DbError::from)?;
        let is_full = row.as_ref().is_none_or(|row| part.len() + row.len() > PART);
        if is_full && !part.is_empty() {
            add(&format!("{TABLES}/{}/{parts:08}", table.name), &part)?;
            part.clear();
            parts += 1;
        }
        let Some(row) = row else { return Ok(()) };
        part.extend_from_slice(&row);
    }
}
