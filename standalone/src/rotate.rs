//! Rotates the key of the Instagram sessions.

use std::sync::Arc;

use clipmeter_api::{Api, ApiConfig, ReencryptResult};
use clipmeter_db::RolePasswords;
use clipmeter_db::key_check::LostKeysPolicy;
use clipmeter_runtime::SystemClock;
use sqlx::postgres::PgConnectOptions;

use crate::cli::InstallationArgs;
use crate::data_dir::DataDir;
use crate::database::Database;
use crate::error::StandaloneError;

/// Re-encrypts the sessions with a new key, or completes an interrupted rotation.
#[expect(
    clippy::print_stdout,
    reason = "this is the program's output for the user who started it"
)]
pub(crate) async fn rotate_session_key(args: InstallationArgs) -> Result<(), StandaloneError> {
    let data = DataDir::open_existing(&args.data_dir)?;
    let database = Database::open(&data, args.database_url.as_ref()).await?;
    let rotated = rotate(database.options(), args.role_passwords, &data).await;
    database.stop().await;
    let ReencryptResult { moved, lost } = rotated?;
    println!("{moved} sessions and proxies are encrypted with the new key");
    if lost == 0 {
        println!("The old key is deleted");
    } else {
        println!(
            "{lost} sessions and proxies cannot be decrypted with any key that is here, and the old key is kept: delete them, and run \
             this again"
        );
    }
    Ok(())
}

/// Rotates the key. The file has both keys from before the first session moves until the last one has, so the rotation can be
/// interrupted anywhere.
async fn rotate(
    database: PgConnectOptions,
    role_passwords: RolePasswords,
    data: &DataDir,
) -> Result<ReencryptResult, StandaloneError> {
    let folder = data.secrets();
    let mut secrets = data
        .open_keys(&database, &role_passwords, LostKeysPolicy::Refuse)
        .await?
        .secrets;
    if !secrets.sessions.has_retired() {
        secrets.rotate_session_key(&folder)?;
    }
    let api = Api::connect(ApiConfig {
        role_passwords: role_passwords.clone(),
        ..ApiConfig::new(database.clone(), secrets, Arc::new(SystemClock))
    })
    .await?;
    let reencrypted = api.reencrypt_sessions().await;
    api.close().await;
    let reencrypted = reencrypted?;
    // A key recorded next to encrypted data is reported as missing at the next start, even if nothing is encrypted with it.
    if reencrypted.lost == 0 {
        let mut secrets = data
            .open_keys(&database, &role_passwords, LostKeysPolicy::Refuse)
            .await?
            .secrets;
        secrets.drop_retired_session_keys(&folder)?;
    }
    Ok(reencrypted)
}
