//! Fills an empty installation with the groups, users, accounts and sessions of a demo.

use chrono::{DateTime, Utc};
use clipmeter_db::cost::{CostModel, StoredCost};
use clipmeter_db::groups::{self, NewGroup};
use clipmeter_db::settings::{self, PlatformSettingsChange, RetentionChange};
use clipmeter_db::tracking::accounts::{self, AddOutcome, NewAccounts};
use clipmeter_db::users::{self, NewUser};
use clipmeter_db::{Access, DbError, Scope, sessions};
use clipmeter_proto::v1::Platform;
use secrecy::SecretString;
use sqlx::PgConnection;

use crate::auth::{PasswordCost, Passwords};
use crate::{Api, ApiError};

/// More accounts than a sample has on either platform.
const MAX_ACCOUNTS: i32 = 100;

/// The contents of a demo installation.
#[derive(Debug, Clone)]
pub struct Sample {
    /// The client groups.
    pub groups: Vec<SampleGroup>,
    /// Cookies for the pool of Instagram sessions.
    pub sessions: Vec<String>,
    /// Refresh interval of both platforms.
    pub interval_minutes: i32,
    /// The default cost of a post; `None` for that of a new installation.
    pub cost: Option<SampleCost>,
    /// Creation time of all of it.
    pub since: DateTime<Utc>,
}

/// A cost that grows with a post's views.
#[derive(Debug, Clone, Copy)]
pub struct SampleCost {
    /// Cost of 1,000 views.
    pub rate: f64,
    /// Maximum cost of a post.
    pub cap: f64,
    /// ISO 4217 code of all amounts.
    pub currency: &'static str,
}

/// A client group with its users and accounts.
#[derive(Debug, Clone)]
pub struct SampleGroup {
    pub name: &'static str,
    pub description: &'static str,
    /// Members of the group.
    pub users: Vec<SampleUser>,
    /// Accounts that the group tracks.
    pub accounts: Vec<SampleAccount>,
}

/// A member of a group.
#[derive(Debug, Clone, Copy)]
pub struct SampleUser {
    /// Username for signing in.
    pub username: &'static str,
    /// Display name.
    pub full_name: &'static str,
    pub password: &'static str,
    /// Whether the user may manage the group's accounts when members may not.
    pub is_group_admin: bool,
}

/// An account that a group tracks.
#[derive(Debug, Clone)]
pub struct SampleAccount {
    pub platform: Platform,
    /// Lower case, without @.
    pub username: String,
}

impl Api {
    /// Returns the names of all groups, in alphabetical order.
    pub async fn group_names(&self) -> Result<Vec<String>, ApiError> {
        let mut transaction = Scope::Admin.begin(&self.pools.app, Access::Read).await?;
        let groups = groups::list(&mut transaction).await?;
        Ok(groups.into_iter().map(|group| group.name).collect())
    }

    /// Fills the installation unless it already has a group. All or nothing, so a start that is killed
    /// halfway can be repeated. Returns whether the installation has exactly the sample's groups.
    pub async fn fill(&self, sample: &Sample) -> Result<bool, ApiError> {
        let now = sample.since;
        let mut transaction = Scope::Admin.begin(&self.pools.app, Access::Write).await?;
        let there = groups::list(&mut transaction).await?;
        if !there.is_empty() {
            let is_sample = |name: &str| sample.groups.iter().any(|group| group.name == name);
            return Ok(there.iter().all(|group| is_sample(&group.name)));
        }
        let intervals = Platform::ALL.map(|platform| (platform, sample.interval_minutes));
        settings::set_intervals(&mut transaction, &intervals).await?;
        if let Some(cost) = sample.cost {
            set_cost(&mut transaction, cost).await?;
        }
        for group in &sample.groups {
            add_group(&mut transaction, group, now).await?;
        }
        let pool = sample.sessions.iter().map(String::as_str).collect();
        sessions::add(&mut transaction, &self.secrets, now, pool).await?;
        transaction.commit().await?;
        Ok(true)
    }
}

async fn set_cost(connection: &mut PgConnection, sample: SampleCost) -> Result<(), DbError> {
    let current = settings::platform(connection).await?;
    let change = PlatformSettingsChange {
        content_visibility: &current.content_visibility,
        cost: StoredCost {
            model: CostModel::PerMille,
            base: Some(0.0),
            rate: Some(sample.rate),
            cap: Some(sample.cap),
        },
        currency: Some(Some(sample.currency)),
        time_zone: None,
        backfill_items: None,
        retention: RetentionChange::default(),
        pictures: None,
        picture_quota_mib: None,
    };
    settings::set_platform(connection, change).await?;
    Ok(())
}

async fn add_group(
    connection: &mut PgConnection,
    group: &SampleGroup,
    now: DateTime<Utc>,
) -> Result<(), ApiError> {
    let new = NewGroup {
        name: group.name,
        description: group.description,
        max_instagram_accounts: MAX_ACCOUNTS,
        max_tiktok_accounts: MAX_ACCOUNTS,
        max_tiktok_videos: MAX_ACCOUNTS,
        time_zone: None,
    };
    // The name is free: there was no group.
    let Some(group_id) = groups::create(connection, &new, now).await? else {
        return Ok(());
    };
    let passwords = Passwords::new(PasswordCost::RECOMMENDED);
    for user in &group.users {
        let password_hash = passwords.hash(SecretString::from(user.password)).await?;
        let new = NewUser {
            username: user.username,
            full_name: user.full_name,
            password_hash: &password_hash,
            is_group_admin: user.is_group_admin,
            group_id: Some(group_id),
            ..NewUser::default()
        };
        users::create(connection, &new, now).await?;
    }
    for account in &group.accounts {
        let new = NewAccounts {
            platform: account.platform,
            group_id,
            usernames: std::slice::from_ref(&account.username),
            added_by: None,
        };
        let added = accounts::add(connection, new, now).await?;
        if !added.is_some_and(|added| matches!(added.outcomes.as_slice(), [AddOutcome::Tracked(_)])) {
            return Err(
                DbError::invalid(format!("the sample account {} cannot be added", account.username)).into(),
            );
        }
    }
    Ok(())
}
