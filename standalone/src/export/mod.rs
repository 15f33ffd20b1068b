//! Exports what an installation tracks, for a migration to Kubernetes.

mod manifests;
mod text;

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use clipmeter_db::DbError;
use clipmeter_db::Pools;
use clipmeter_db::RolePasswords;
use clipmeter_db::tracking::resources::{Inventory, inventory};
use clipmeter_db::{Access, Scope};
use clipmeter_embedded_postgres::Server;
use sqlx::postgres::PgConnectOptions;

use crate::cli::{ExportArgs, InstallationArgs};
use crate::data_dir::DataDir;
use crate::database::Database;
use crate::error::StandaloneError;

/// Writes the resources to standard output or into a folder.
pub(crate) async fn export(args: ExportArgs) -> Result<(), StandaloneError> {
    let inventory = read_inventory(&args.installation).await?;
    let manifests = manifests::manifests(&inventory);
    match &args.output {
        None => {
            let text = text::stream(&manifests).map_err(unwritten("standard output"))?;
            let mut output = io::stdout().lock();
            output
                .write_all(text.as_bytes())
                .map_err(unwritten("standard output"))
        }
        Some(folder) => {
            fs::create_dir_all(folder).map_err(unwritten(folder.display()))?;
            let files = text::files(&manifests).map_err(unwritten(folder.display()))?;
            for (name, text) in &files {
                let path = folder.join(name);
                fs::write(&path, text).map_err(unwritten(path.display()))?;
            }
            let is_written = |name: &str| files.iter().any(|(written, _)| written == name);
            remove_outdated_files(folder, is_written).map_err(unwritten(folder.display()))
        }
    }
}

/// Removes files of deleted groups from an earlier export, because all files of the folder are applied together.
fn remove_outdated_files(folder: &Path, is_written: impl Fn(&str) -> bool) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let is_old = name
            .to_str()
            .is_some_and(|name| text::is_group_file(name) && !is_written(name));
        let is_ours = || fs::read_to_string(entry.path()).is_ok_and(|text| text::is_export_file(&text));
        if is_old && is_ours() {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

fn unwritten<E: ToString>(place: impl ToString) -> impl FnOnce(E) -> StandaloneError {
    move |error| StandaloneError::Export {
        place: place.to_string(),
        reason: error.to_string(),
    }
}

/// Reads the given database, the one of a running Clipmeter, or one that is started temporarily.
async fn read_inventory(args: &InstallationArgs) -> Result<Inventory, StandaloneError> {
    if let Some(url) = &args.database_url {
        return Ok(read(&Database::at(url)?, &args.role_passwords).await?);
    }
    if let Some(options) = running(&args.data_dir) {
        return Ok(read(&options, &args.role_passwords).await?);
    }
    let data = DataDir::open_existing(&args.data_dir)?;
    let database = Database::open(&data, None).await?;
    let inventory = read(&database.options(), &args.role_passwords).await;
    database.stop().await;
    Ok(inventory?)
}

fn running(data_dir: &Path) -> Option<PgConnectOptions> {
    let folder = data_dir.canonicalize().ok()?.join(DataDir::POSTGRES);
    Server::running(&folder, Database::NAME)
}

async fn read(options: &PgConnectOptions, passwords: &RolePasswords) -> Result<Inventory, DbError> {
    let pools = Pools::connect_with(options, passwords).await?;
    let mut transaction = Scope::Admin.begin(&pools.app, Access::Read).await?;
    let inventory = inventory(&mut transaction).await?;
    transaction.commit().await?;
    pools.close().await;
    Ok(inventory)
}
