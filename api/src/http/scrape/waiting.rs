//! Why a requested scrape does not progress.

use clipmeter_proto::v1::Platform;

use crate::http::accounts::Waits;
use crate::http::error::Problem;
use crate::http::scope::GroupScope;
use crate::http::state::HttpState;
use crate::http::types::Waiting;

/// Returns why the platform is not read at the time of the response; None if it is read.
pub(crate) async fn waiting(
    state: &HttpState,
    scope: &GroupScope,
    platform: Platform,
) -> Result<Option<Waiting>, Problem> {
    let now = state.clock.now();
    let mut transaction = scope.read().await?;
    Ok(Waits::of(&mut transaction, platform, now).await?.of_platform(now))
}
