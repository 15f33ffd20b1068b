//! Changing the key of the Instagram sessions.

use std::sync::Arc;

use clipmeter_api::store::RolePasswords;
use clipmeter_api::{Api, ApiConfig, IfLost, ReencryptResult, SystemClock};
use sqlx::postgres::PgConnectOptions;

use crate::cli::InstallationArgs;
use crate::data_dir::DataDir;
use crate::database::Database;
use crate::error::StandaloneError;
use crate::keys;

/// Gives the sessions a new key, or ends a change of the key that was broken off.
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

/// The file has both keys before the first session moves, and until the last has: it can be broken off anywhere.
async fn rotate(
    database: PgConnectOptions,
    role_passwords: RolePasswords,
    data: &DataDir,
) -> Result<ReencryptResult, StandaloneError> {
    let folder = data.secrets();
    let mut secrets = keys::open(data, &database, &role_passwords, IfLost::Refuse)
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
    // A key that is named beside something is missed at the next start, though it opens nothing.
    if reencrypted.lost == 0 {
        let mut secrets = keys::open(data, &database, &role_passwords, IfLost::Refuse)
            .await?
            .secrets;
        secrets.drop_retired_session_keys(&folder)?;
    }
    Ok(reencrypted)
}
