//! Syncs the accounts and videos of a group from their resources.

use clipmeter_db::audit::Action;
use clipmeter_db::erasure::erased;
use clipmeter_db::tracking::accounts::settings::{self, AccountChange};
use clipmeter_db::tracking::resources::{
    self, DesiredTracked, Match, Matched, ResourceKind, ResourceSubject, TrackedRow,
};
use clipmeter_db::{Access, DbError, Scope, groups};
use clipmeter_domain::VideoAddress;
use clipmeter_proto::v1::SyncTrackedRequest;
use serde_json::{Value, json};
use sqlx::PgConnection;
use tonic::Status;

use super::cost::cost;
use super::{TrackingStore, check};
use crate::http::cost::Cost;

/// Returns the name of the group, and the desired state of the subject.
pub(crate) fn desired(request: SyncTrackedRequest) -> Result<(String, DesiredTracked), Status> {
    let name = request.name.unwrap_or_default();
    let kind = check::kind(&name)?;
    check::object("name.group", &name.group)?;
    check::object("name.object", &name.object)?;
    check::manager(&request.managed_by)?;
    let interval_minutes = request
        .interval_minutes
        .map(|minutes| check::minutes("interval_minutes", minutes))
        .transpose()?;
    let cost = request.cost.as_ref().map(cost).transpose()?;
    let scraper_pool = check::scraper_pool(&request.scraper_pool)?.map(str::to_owned);
    let is_own = interval_minutes.is_some() || cost.is_some() || scraper_pool.is_some();
    if kind == ResourceKind::Video && is_own {
        return Err(Status::invalid_argument(
            "a video cannot have its own interval, cost or scraper pool",
        ));
    }
    let desired = DesiredTracked {
        resource: name.object,
        subject: subject(kind, request.subject)?,
        suspended: request.suspended,
        interval_minutes,
        cost,
        scraper_pool,
        retain: request.retain,
        managed_by: request.managed_by,
    };
    Ok((name.group, desired))
}

fn subject(kind: ResourceKind, text: String) -> Result<ResourceSubject, Status> {
    match kind {
        ResourceKind::Account(platform) => {
            platform
                .usernames()
                .check(&text)
                .map_err(|bad| Status::invalid_argument(bad.to_string()))?;
            Ok(ResourceSubject::Account {
                platform,
                username: text,
            })
        }
        ResourceKind::Video => VideoAddress::parse(&text)
            .map(|address| ResourceSubject::Video(address.into()))
            .ok_or_else(|| Status::invalid_argument("this is not the URL of a TikTok video")),
    }
}

impl TrackingStore {
    /// Makes the account or video match the desired state and returns its unit ID. A subject that already matches is
    /// only read.
    pub(crate) async fn sync_tracked(&self, group: &str, desired: &DesiredTracked) -> Result<i64, DbError> {
        let mut reading = Scope::Admin.begin(&self.pool, Access::Read).await?;
        let group_id = resources::group::id(&mut reading, group)
            .await?
            .ok_or(DbError::NoSuchGroup)?;
        let found = resources::find(&mut reading, group_id, desired).await?;
        reading.rollback().await?;
        match found.row {
            Match::Named(row) if row.matches(desired) => return Ok(row.unit_id),
            Match::Taken(other) => return Err(taken(&other)),
            _ => {}
        }
        let mut transaction = self.begin().await?;
        if !groups::lock(&mut transaction, group_id).await? {
            return Err(DbError::NoSuchGroup);
        }
        let unit_id = self.write_tracked(&mut transaction, group_id, desired).await?;
        transaction.commit().await?;
        Ok(unit_id)
    }

    async fn write_tracked(
        &self,
        connection: &mut PgConnection,
        group_id: i64,
        desired: &DesiredTracked,
    ) -> Result<i64, DbError> {
        let Matched { row, stale } = resources::find(connection, group_id, desired).await?;
        if let Some(stale) = stale {
            resources::release(connection, desired.subject.kind(), stale.id).await?;
        }
        match row {
            Match::Taken(other) => Err(taken(&other)),
            Match::Named(row) | Match::Free(row) => {
                let change = self.change(connection, &row, desired).await?;
                if let Some(change) = change {
                    let (action, details) = changed(&desired.subject, &change);
                    self.note(connection, action, group_id, details).await?;
                }
                Ok(row.unit_id)
            }
            Match::Nothing => {
                self.refuse_erased(connection, &desired.subject).await?;
                resources::add(connection, group_id, &desired.subject, self.clock.now()).await?;
                let added = resources::find(connection, group_id, desired).await?;
                let Match::Free(row) = added.row else {
                    return Err(DbError::Contended);
                };
                self.change(connection, &row, desired).await?;
                let (action, details) = added_entry(&desired.subject);
                self.note(connection, action, group_id, details).await?;
                Ok(row.unit_id)
            }
        }
    }

    /// Returns an error if the account, or the author in the URL of a video, was erased: erased handles are not tracked again, for any
    /// client.
    async fn refuse_erased(
        &self,
        connection: &mut PgConnection,
        subject: &ResourceSubject,
    ) -> Result<(), DbError> {
        let name = match subject {
            ResourceSubject::Account { username, .. } => Some(username.clone()),
            ResourceSubject::Video(video) => video.address().author(),
        };
        let Some(name) = name else { return Ok(()) };
        let platform = subject.kind().platform();
        let erased = erased::names_to_add(connection, &self.secrets, platform, &[name]).await?;
        if erased.is_empty() {
            Ok(())
        } else {
            Err(DbError::Erased)
        }
    }

    /// Updates a row to the desired state. Returns the changed fields, named as in the HTTP API.
    async fn change(
        &self,
        connection: &mut PgConnection,
        row: &TrackedRow,
        desired: &DesiredTracked,
    ) -> Result<Option<Value>, DbError> {
        let mut details = serde_json::Map::new();
        let now = row.cost.map(|cost| cost.0);
        let change = AccountChange {
            cost: (desired.cost != now).then_some(desired.cost),
            interval_minutes: (desired.interval_minutes != row.interval_minutes)
                .then_some(desired.interval_minutes),
            scraper_pool: (desired.scraper_pool != row.scraper_pool)
                .then_some(desired.scraper_pool.as_deref()),
        };
        if let Some(cost) = change.cost {
            details.insert("cost".to_owned(), json!(cost.map(Cost::from)));
        }
        if let Some(minutes) = change.interval_minutes {
            details.insert("interval_minutes".to_owned(), json!(minutes));
        }
        if let Some(pool) = change.scraper_pool {
            details.insert("scraper_pool".to_owned(), json!(pool));
        }
        if let ResourceKind::Account(platform) = desired.subject.kind()
            && !details.is_empty()
        {
            settings::change(connection, platform, row.id, change).await?;
        }
        if desired.suspended != row.suspended {
            details.insert("suspended".to_owned(), json!(desired.suspended));
        }
        if !row.is_linked_as(desired) {
            resources::link_resource(connection, row.id, desired).await?;
        }
        Ok((!details.is_empty()).then_some(Value::Object(details)))
    }
}

fn taken(resource: &str) -> DbError {
    DbError::Taken(format!(
        "{resource} already tracks the same account or video; delete this object. If {resource} was deleted with the annotation \
         clipmeter.io/skip-purge, create it again and delete it without the annotation"
    ))
}

fn added_entry(subject: &ResourceSubject) -> (Action, Value) {
    match subject {
        ResourceSubject::Account { platform, username } => {
            let details = json!({"platform": platform.code(), "usernames": [username]});
            (Action::AccountAdd, details)
        }
        ResourceSubject::Video(video) => (Action::VideoAdd, json!({"urls": [video.url]})),
    }
}

fn changed(subject: &ResourceSubject, change: &Value) -> (Action, Value) {
    match subject {
        ResourceSubject::Account { platform, username } => {
            let details = json!({"platform": platform.code(), "username": username, "change": change});
            (Action::AccountUpdate, details)
        }
        ResourceSubject::Video(video) => {
            let details = json!({"urls": [video.url], "change": change});
            (Action::VideoUpdate, details)
        }
    }
}
