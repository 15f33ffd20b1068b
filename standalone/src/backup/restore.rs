//! `clipmeter restore`.

use std::io::{self, Read as _};
use std::path::Path;

use clipmeter_db::backup::{Load, TableSchema};
use clipmeter_db::secrets::Secrets;
use clipmeter_embedded_postgres::Server;

use super::format::TABLES;
use super::reader::Backup;
use super::restore_target::RestoreTarget;
use super::{Stopping, passphrase, start_server};
use crate::cli::RestoreArgs;
use crate::data_dir::DataDir;
use crate::database::Database;
use crate::error::{BackupError, StandaloneError};

/// Creates a data folder from a backup and prints what the backup lacks.
#[expect(
    clippy::print_stdout,
    reason = "this is the program's output for the user who started it"
)]
pub(crate) async fn restore(args: RestoreArgs) -> Result<(), StandaloneError> {
    let backup = Backup::open(&args.file)?;
    let keys = if args.without_keys {
        None
    } else {
        keys(&backup, &args.file)?
    };
    // Not earlier: until now there is nothing to remove, and Ctrl-C must end the prompt and the check of a large file.
    let stopping = Stopping::listen()?;
    let restore_target = RestoreTarget::new(&args.data_dir).await?;
    fill(&backup, &args.file, &restore_target, &stopping).await?;
    if let Some(keys) = &keys {
        keys.replace(&restore_target.data().secrets())?;
    }
    let folder = restore_target.finish()?;
    println!(
        "{} has everything as of {}",
        folder.display(),
        backup.head.created_at.format("%Y-%m-%d %H:%M:%S UTC")
    );
    if keys.is_none() {
        println!(
            "It has no keys, which Instagram sessions, proxies and sign-ins need: put the secrets.json from the time of the backup into \
             {}, readable by you alone, before you start Clipmeter",
            folder.join(DataDir::SECRETS).display()
        );
    }
    Ok(())
}

/// Returns the keys of the backup; `None` if it has none.
fn keys(backup: &Backup, path: &Path) -> Result<Option<Secrets>, StandaloneError> {
    if backup.sealed_keys.is_empty() {
        return Ok(None);
    }
    let passphrase = passphrase::known()?;
    let keys = Secrets::unsealed_copy(&backup.sealed_keys, &passphrase, &backup.digest)?;
    let wrong = || BackupError::WrongPassphrase {
        path: path.to_owned(),
    };
    Ok(Some(keys.ok_or_else(wrong)?))
}

async fn fill(
    backup: &Backup,
    path: &Path,
    restore_target: &RestoreTarget,
    stopping: &Stopping,
) -> Result<(), StandaloneError> {
    let server = start_server(restore_target.data(), stopping).await?;
    let filled = stopping
        .unless_stopped(load(backup, path, restore_target, &server))
        .await;
    server.stop().await;
    filled
}

async fn load(
    backup: &Backup,
    path: &Path,
    restore_target: &RestoreTarget,
    server: &Server,
) -> Result<(), StandaloneError> {
    let unreadable = |source: io::Error| BackupError::Read {
        path: path.to_owned(),
        source,
    };
    let contents = &backup.head.contents;
    let mut load = Load::begin(&server.connect_options(Database::NAME), contents.clone()).await?;
    let mut archive = backup.archive().map_err(unreadable)?;
    for entry in archive.entries().map_err(unreadable)? {
        let mut entry = entry.map_err(unreadable)?;
        let name = entry.path().map_err(unreadable)?.into_owned();
        let mut content = Vec::new();
        entry.read_to_end(&mut content).map_err(unreadable)?;
        match table_of(&name, &contents.tables) {
            Some(table) => load.rows(table, &content).await?,
            None if name == Path::new(DataDir::DEMO) => restore_target.add(DataDir::DEMO, &content)?,
            None => {
                return Err(BackupError::Damaged {
                    path: path.to_owned(),
                }
                .into());
            }
        }
    }
    Ok(load.finish().await?)
}

/// Returns the table that a file of the archive belongs to.
fn table_of<'a>(name: &Path, tables: &'a [TableSchema]) -> Option<&'a TableSchema> {
    let name = name.parent()?.strip_prefix(TABLES).ok()?.to_str()?;
    tables.iter().find(|table| table.name == name)
}
