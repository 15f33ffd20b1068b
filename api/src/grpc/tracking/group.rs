//! Syncs a group from a `ClientGroup`.

use clipmeter_db::audit::{self, Action};
use clipmeter_db::groups::{self, Changed, GroupChange, NewGroup};
use clipmeter_db::tracking::resources::Match;
use clipmeter_db::tracking::resources::group::{self, DesiredGroup, GroupRow};
use clipmeter_db::{Access, DbError, Scope, settings, tombstones};
use clipmeter_domain::group::{description, name};
use clipmeter_domain::{allowance, time_zone};
use clipmeter_proto::v1::SyncGroupRequest;
use serde_json::{Value, json};
use sqlx::PgConnection;
use tonic::Status;

use super::cost::cost;
use super::{KUBERNETES, TrackingStore, check};
use crate::http::cost::Cost;

/// Default time until data that a group deletes is purged: a week. Until then, it can be restored.
const DEFAULT_PURGE_AFTER_SECONDS: u32 = 7 * 24 * 3600;

pub(crate) fn desired(request: &SyncGroupRequest) -> Result<DesiredGroup<'_>, Status> {
    let bad_text = |bad: clipmeter_domain::group::BadText| Status::invalid_argument(bad.to_string());
    let minutes = |field, requested: Option<u32>| {
        requested
            .map(|minutes| check::minutes(field, minutes))
            .transpose()
    };
    Ok(DesiredGroup {
        resource: check::object("group", &request.group)?,
        namespace: check::object("namespace", &request.namespace)?,
        name: name(&request.display_name).map_err(bad_text)?,
        description: description(&request.description).map_err(bad_text)?,
        is_active: !request.suspended,
        max_instagram_accounts: check::allowance("max_instagram_accounts", request.max_instagram_accounts)?,
        max_tiktok_accounts: check::allowance("max_tiktok_accounts", request.max_tiktok_accounts)?,
        max_tiktok_videos: request
            .max_tiktok_videos
            .map_or(Ok(allowance::DEFAULT_VIDEOS), |videos| {
                check::allowance("max_tiktok_videos", videos)
            })?,
        instagram_interval: minutes("instagram_minutes", request.instagram_minutes)?,
        tiktok_interval: minutes("tiktok_minutes", request.tiktok_minutes)?,
        cost: request.cost.as_ref().map(cost).transpose()?,
        currency: request.currency.as_deref().map(check::currency).transpose()?,
        time_zone: request.time_zone.as_deref(),
        scraper_pool: check::scraper_pool(&request.scraper_pool)?,
        allowed_scraper_pools: check::scraper_pools(&request.allowed_scraper_pools)?,
        retain: request.retain,
        purge_after_seconds: i64::from(request.purge_after_seconds.unwrap_or(DEFAULT_PURGE_AFTER_SECONDS)),
        managed_by: check::manager(&request.managed_by)?,
    })
}

impl TrackingStore {
    /// Makes the group match the desired state and returns its ID. A group that already matches is only read.
    pub(crate) async fn sync_group(&self, desired: &DesiredGroup<'_>) -> Result<i64, DbError> {
        let mut reading = Scope::Admin.begin(&self.pool, Access::Read).await?;
        let found = group::find(&mut reading, desired.resource, desired.name).await?;
        reading.rollback().await?;
        if let Match::Named(row) = &found
            && row.matches(desired)
        {
            return Ok(row.id);
        }
        let mut transaction = self.begin().await?;
        let id = match found {
            Match::Named(row) | Match::Free(row) => {
                groups::lock(&mut transaction, row.id).await?;
                self.update_group(&mut transaction, desired).await?
            }
            Match::Taken(other) => return Err(name_taken(desired.name, &format!(" {other}"))),
            Match::Nothing => match tombstones::group_named(&mut transaction, desired.name).await? {
                Some(deleted) => self.restore_group(&mut transaction, deleted, desired).await?,
                None => self.create_group(&mut transaction, desired).await?,
            },
        };
        transaction.commit().await?;
        Ok(id)
    }

    async fn update_group(
        &self,
        connection: &mut PgConnection,
        desired: &DesiredGroup<'_>,
    ) -> Result<i64, DbError> {
        // Read again under the lock: the dashboard may have changed the group.
        let (Match::Named(row) | Match::Free(row)) =
            group::find(connection, desired.resource, desired.name).await?
        else {
            return Err(DbError::Contended);
        };
        let change = row.change(desired);
        if change != GroupChange::default() {
            set(connection, row.id, &change, desired.name).await?;
            self.note(connection, Action::GroupUpdate, row.id, audit_details(&change))
                .await?;
        }
        if row.toggles(desired) {
            groups::toggle(connection, row.id).await?;
            let details = json!({"name": desired.name, "is_active": desired.is_active});
            self.note(connection, Action::GroupToggle, row.id, details)
                .await?;
        }
        link_resource(connection, &row, desired).await?;
        Ok(row.id)
    }

    /// Restores a deleted group of this name. Accounts and videos that were deleted before the group are restored by their own resources.
    async fn restore_group(
        &self,
        connection: &mut PgConnection,
        tombstone: i64,
        desired: &DesiredGroup<'_>,
    ) -> Result<i64, DbError> {
        let now = self.clock.now();
        let id = tombstones::restore_group(connection, tombstone, now)
            .await?
            .ok_or(DbError::Contended)?;
        let details = json!({"name": desired.name});
        self.note(connection, Action::GroupRestore, id, details).await?;
        self.update_group(connection, desired).await
    }

    async fn create_group(
        &self,
        connection: &mut PgConnection,
        desired: &DesiredGroup<'_>,
    ) -> Result<i64, DbError> {
        let new = NewGroup {
            name: desired.name,
            description: desired.description,
            max_instagram_accounts: desired.max_instagram_accounts,
            max_tiktok_accounts: desired.max_tiktok_accounts,
            max_tiktok_videos: desired.max_tiktok_videos,
            time_zone: None,
        };
        // Without an ID, a concurrent transaction has created a group with this name.
        let id = groups::create(connection, &new, self.clock.now())
            .await?
            .ok_or(DbError::Contended)?;
        let Match::Free(row) = group::find(connection, desired.resource, desired.name).await? else {
            return Err(DbError::Contended);
        };
        let change = row.change(desired);
        if change != GroupChange::default() {
            set(connection, id, &change, desired.name).await?;
        }
        if row.toggles(desired) {
            groups::toggle(connection, id).await?;
        }
        link_resource(connection, &row, desired).await?;
        self.note(connection, Action::GroupCreate, id, json!({"name": desired.name}))
            .await?;
        Ok(id)
    }

    /// Records a change to a group or to its tracked subjects in the audit log.
    pub(crate) async fn note(
        &self,
        connection: &mut PgConnection,
        action: Action,
        group_id: i64,
        details: Value,
    ) -> Result<(), DbError> {
        let now = self.clock.now();
        Ok(audit::record(connection, now, KUBERNETES, action, Some(group_id), details).await?)
    }
}

async fn set(
    connection: &mut PgConnection,
    id: i64,
    change: &GroupChange<'_>,
    name: &str,
) -> Result<(), DbError> {
    if let Some(zone) = change.time_zone.flatten()
        && !settings::zone_exists(connection, zone).await?
    {
        return Err(DbError::invalid(format!("timeZone {}", time_zone::RULE)));
    }
    match groups::change(connection, id, change).await? {
        Changed::Done => Ok(()),
        Changed::NotFound => Err(DbError::Contended),
        Changed::NameTaken => Err(name_taken(name, "")),
    }
}

async fn link_resource(
    connection: &mut PgConnection,
    row: &GroupRow,
    desired: &DesiredGroup<'_>,
) -> Result<(), sqlx::Error> {
    if row.is_linked_as(desired) {
        return Ok(());
    }
    group::link_resource(connection, row.id, desired).await
}

fn name_taken(name: &str, resource: &str) -> DbError {
    DbError::Taken(format!(
        "another group{resource} already has the name {name}; use a different displayName"
    ))
}

/// Returns the changed fields, named as in the HTTP API.
fn audit_details(change: &GroupChange<'_>) -> Value {
    let mut details = serde_json::Map::new();
    let mut add = |field: &str, value: Option<Value>| {
        if let Some(value) = value {
            details.insert(field.to_owned(), value);
        }
    };
    add("name", change.name.map(Value::from));
    add("description", change.description.map(Value::from));
    add(
        "max_instagram_accounts",
        change.max_instagram_accounts.map(Value::from),
    );
    add("max_tiktok_accounts", change.max_tiktok_accounts.map(Value::from));
    add("max_tiktok_videos", change.max_tiktok_videos.map(Value::from));
    add("cost", change.cost.map(|cost| json!(cost.map(Cost::from))));
    add("currency", change.currency.map(Value::from));
    add("time_zone", change.time_zone.map(Value::from));
    add("instagram_interval", change.instagram_interval.map(Value::from));
    add("tiktok_interval", change.tiktok_interval.map(Value::from));
    add("scraper_pool", change.scraper_pool.map(Value::from));
    add(
        "allowed_scraper_pools",
        change.allowed_scraper_pools.map(Value::from),
    );
    Value::Object(details)
}
