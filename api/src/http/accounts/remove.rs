//! No longer tracking an account.

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::Platform;
use serde_json::json;

use crate::http::error::{Code, Problem};
use crate::http::scope::GroupScope;
use crate::http::types::Message;
use crate::store::{audit, tracked};

/// Has the account's group track it no longer.
pub(crate) async fn remove(
    scope: &GroupScope,
    platform: Platform,
    id: i64,
    now: DateTime<Utc>,
) -> Result<Message, Problem> {
    let mut transaction = scope.write().await?;
    let removed = tracked::remove(&mut transaction, platform, id)
        .await?
        .ok_or(Code::NotFound)?;
    let entry = audit::Entry {
        user_id: scope.user().user_id,
        group_id: Some(removed.group_id),
        action: "account.delete",
        details: json!({"platform": platform.code(), "username": removed.username}),
    };
    audit::record(&mut transaction, entry, now).await?;
    transaction.commit().await?;
    Ok(Message {
        message: "Account deleted".to_owned(),
    })
}
