//! Changing the key of the Instagram sessions.

use std::path::Path;
use std::sync::Arc;

use clipmeter_api::store::RolePasswords;
use clipmeter_api::{Api, ApiConfig, ApiError, Resealed, Secrets, SystemClock};
use sqlx::postgres::PgConnectOptions;

use crate::cli::InstallationArgs;
use crate::data_dir::DataDir;
use crate::database::Database;
use crate::error::StandaloneError;

/// Gives the sessions a new key, or ends a change of the key that was broken off.
#[expect(
    clippy::print_stdout,
    reason = "this is the program's answer to the person who started it"
)]
pub(crate) async fn rotate_session_key(args: InstallationArgs) -> Result<(), StandaloneError> {
    let data = DataDir::open_existing(&args.data_dir)?;
    let database = Database::open(&data, args.database_url.as_ref()).await?;
    let rotated = rotate(database.options(), args.role_passwords, &data.secrets()).await;
    database.stop().await;
    let Resealed { moved, lost } = rotated?;
    println!("{moved} sessions and proxies are encrypted with the new key; the old key is forgotten");
    if lost > 0 {
        println!(
            "{lost} sessions and proxies cannot be decrypted with any key that is here; delete them and add them again"
        );
    }
    Ok(())
}

/// The file has both keys before the first session moves, and until the last has: it can be broken off anywhere.
async fn rotate(
    database: PgConnectOptions,
    role_passwords: RolePasswords,
    folder: &Path,
) -> Result<Resealed, ApiError> {
    let mut secrets = Secrets::load_or_create(folder)?;
    if !secrets.sessions.has_retired() {
        secrets.rotate_session_key(folder)?;
    }
    let api = Api::connect(ApiConfig {
        role_passwords,
        ..ApiConfig::new(database, secrets, Arc::new(SystemClock))
    })
    .await?;
    let resealed = api.reseal_sessions().await;
    api.close().await;
    let resealed = resealed?;
    Secrets::load_or_create(folder)?.drop_retired_session_keys(folder)?;
    Ok(resealed)
}
