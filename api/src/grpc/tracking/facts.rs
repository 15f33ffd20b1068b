//! From a `PlatformFacts` to the layer of admins.

use clipmeter_proto::v1::SyncFactsRequest;
use serde_json::{Value, json};
use sqlx::PgConnection;
use tonic::Status;

use super::{KUBERNETES, Rows, check};
use crate::ApiError;
use crate::store::audit::{self, Action};
use crate::store::facts::{self, Change, Current, Layer};
use crate::store::resources::facts::{FactsManager, manager, release, remember};
use crate::store::{Access, Scope};

/// What the versions say that take back what a resource said.
const GONE: &str = "The resource is gone";

/// What a resource says.
pub(super) struct WantedFacts {
    manager: FactsManager,
    document: Value,
}

/// None: there is no resource.
pub(super) fn wanted(request: &SyncFactsRequest) -> Result<Option<WantedFacts>, Status> {
    if request.resource.is_empty() {
        return Ok(None);
    }
    let no_object = || Status::invalid_argument("document: must be a JSON object");
    let document: Value = serde_json::from_str(&request.document).map_err(|_| no_object())?;
    if !document.is_object() {
        return Err(no_object());
    }
    let managed_by = match check::manager(&request.managed_by)? {
        // The cluster does not say who.
        "" => KUBERNETES.username,
        manager => manager,
    };
    Ok(Some(WantedFacts {
        manager: FactsManager {
            resource: check::object("resource", &request.resource)?.to_owned(),
            managed_by: managed_by.to_owned(),
        },
        document,
    }))
}

impl Rows {
    /// The version that is as wanted now.
    pub(super) async fn sync_facts(&self, wanted: Option<&WantedFacts>) -> Result<i64, ApiError> {
        let mut transaction = Scope::Admin.begin(&self.pool, Access::Write).await?;
        let current = facts::current_to_change(&mut transaction).await?;
        let before = manager(&mut transaction).await?;
        let version = match wanted {
            None => self.take_back(&mut transaction, &current, before).await?,
            Some(wanted) => {
                if let Err(refused) = current.check(&wanted.document) {
                    // What another one said is nobody's any more, whatever comes after it.
                    let other = before.filter(|before| before.resource != wanted.manager.resource);
                    self.take_back(&mut transaction, &current, other).await?;
                    transaction.commit().await?;
                    return Err(refused);
                }
                if before.as_ref() != Some(&wanted.manager) {
                    remember(&mut transaction, &wanted.manager).await?;
                }
                let (resource, document) = (&wanted.manager.resource, wanted.document.clone());
                self.say(&mut transaction, &current, resource, document, "")
                    .await?
            }
        };
        transaction.commit().await?;
        Ok(version)
    }

    /// Has admins say the facts again, beginning with nothing, if somebody else did.
    async fn take_back(
        &self,
        connection: &mut PgConnection,
        current: &Current,
        before: Option<FactsManager>,
    ) -> Result<i64, ApiError> {
        let Some(before) = before else {
            return Ok(current.own_version());
        };
        release(connection).await?;
        self.say(connection, current, &before.resource, json!({}), GONE)
            .await
    }

    async fn say(
        &self,
        connection: &mut PgConnection,
        current: &Current,
        resource: &str,
        document: Value,
        note: &str,
    ) -> Result<i64, ApiError> {
        if current.own_document() == document {
            return Ok(current.own_version());
        }
        let now = self.clock.now();
        let author = format!("PlatformFacts {resource}");
        let change = Change {
            document,
            made_at: now,
            made_by: Some(&author),
            note,
        };
        let made = facts::put(connection, current, Layer::Admin, change).await?;
        let details = json!({"version": made.version, "note": note, "resource": resource});
        audit::record(connection, now, KUBERNETES, Action::FactsUpdate, None, details).await?;
        Ok(made.version)
    }
}
