//! The keys in the data folder.

use clipmeter_db::RolePasswords;
use clipmeter_db::key_check::{IfLost, KeyFile, OpenedKeys};
use clipmeter_db::secrets::Secrets;
use clipmeter_runtime::{Clock as _, SystemClock};
use sqlx::postgres::PgConnectOptions;

use crate::data_dir::DataDir;
use crate::error::StandaloneError;

/// Opens the keys of a data folder for its database, and creates them for a new one.
pub(crate) async fn open(
    data: &DataDir,
    database: &PgConnectOptions,
    role_passwords: &RolePasswords,
    if_lost: IfLost,
) -> Result<OpenedKeys, StandaloneError> {
    let file = KeyFile::Own(data.secrets());
    Ok(Secrets::load_checked(&file, database, role_passwords, if_lost, SystemClock.now()).await?)
}
