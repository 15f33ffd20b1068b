//! Erases a handle from the command line.

use std::sync::Arc;

use clipmeter_api::{Api, ApiConfig};
use clipmeter_db::key_check::LostKeysPolicy;
use clipmeter_runtime::SystemClock;

use crate::cli::EraseArgs;
use crate::data_dir::DataDir;
use crate::database::Database;
use crate::error::StandaloneError;

/// Erases a handle and prints what was deleted.
#[expect(
    clippy::print_stdout,
    reason = "this is the program's output for the user who started it"
)]
pub(crate) async fn erase(args: EraseArgs) -> Result<(), StandaloneError> {
    let data = DataDir::open_existing(&args.installation.data_dir)?;
    let database = Database::open(&data, args.installation.database_url.as_ref()).await?;
    let erased = async {
        let role_passwords = args.installation.role_passwords;
        let keys = data
            .open_keys(&database.options(), &role_passwords, LostKeysPolicy::Refuse)
            .await?;
        let config = ApiConfig {
            role_passwords,
            ..ApiConfig::new(database.options(), keys.secrets, Arc::new(SystemClock))
        };
        let api = Api::connect(config).await?;
        let erased = api.erase_handle(args.platform, args.username.trim()).await;
        api.close().await;
        Ok::<_, StandaloneError>(erased?)
    }
    .await;
    database.stop().await;
    let erased = erased?;
    println!(
        "Erased: {} accounts with {} items and {} measurements in {} groups; {} captions and {} audit entries no longer \
         name them",
        erased.accounts,
        erased.items,
        erased.measurements,
        erased.groups().len(),
        erased.captions,
        erased.audit_entries
    );
    Ok(())
}
