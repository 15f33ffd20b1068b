//! No longer tracking an account.

use clipmeter_proto::v1::Platform;
use serde_json::json;

use crate::http::error::{Code, Problem};
use crate::http::scope::AccountManager;
use crate::http::types::Message;
use crate::store::audit::Action;
use crate::store::tracked;

/// Has the account's group track it no longer.
pub(crate) async fn remove(scope: &AccountManager, platform: Platform, id: i64) -> Result<Message, Problem> {
    let mut transaction = scope.write().await?;
    let removed = tracked::remove(&mut transaction, platform, id)
        .await?
        .ok_or(Code::NotFound)?;
    let details = json!({"platform": platform.code(), "username": removed.username});
    scope
        .caller()
        .record(
            &mut transaction,
            Action::AccountDelete,
            Some(removed.group_id),
            details,
        )
        .await?;
    transaction.commit().await?;
    Ok(Message {
        message: "Account deleted".to_owned(),
    })
}
