//! Syncs the default scrape intervals.

use clipmeter_db::audit::{self, Action};
use clipmeter_db::settings::{self, Intervals};
use clipmeter_db::{Access, DbError, Scope};
use clipmeter_proto::v1::SyncPolicyRequest;
use serde_json::json;
use tonic::Status;

use super::{KUBERNETES, TrackingStore, check};

pub(super) fn desired(request: SyncPolicyRequest) -> Result<Intervals, Status> {
    Ok(Intervals {
        instagram: check::minutes("instagram_minutes", request.instagram_minutes)?,
        tiktok: check::minutes("tiktok_minutes", request.tiktok_minutes)?,
    })
}

impl TrackingStore {
    pub(super) async fn sync_policy(&self, desired: Intervals) -> Result<(), DbError> {
        let mut transaction = Scope::Admin.begin(&self.pool, Access::Write).await?;
        if settings::intervals(&mut transaction).await? == desired {
            return Ok(());
        }
        settings::set_intervals(&mut transaction, desired.instagram, desired.tiktok).await?;
        let details = json!({"instagram": desired.instagram, "tiktok": desired.tiktok});
        audit::record(
            &mut transaction,
            self.clock.now(),
            KUBERNETES,
            Action::IntervalsUpdate,
            None,
            details,
        )
        .await?;
        Ok(transaction.commit().await?)
    }
}
