//! Filling an empty installation: the groups, users, accounts and sessions of a demo.

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::Platform;
use secrecy::SecretString;
use sqlx::PgConnection;

use crate::auth::{PasswordCost, Passwords};
use crate::store::groups::{self, NewGroup};
use crate::store::tracked::{self, AddOutcome, NewAccounts};
use crate::store::users::{self, NewUser};
use crate::store::{Access, Scope, sessions, settings};
use crate::{Api, ApiError};

/// More accounts than a sample has, of either platform.
const MAX_ACCOUNTS: i32 = 100;

/// What an empty installation is filled with.
#[derive(Debug, Clone)]
pub struct Sample {
    /// The client groups.
    pub groups: Vec<SampleGroup>,
    /// Values for the pool of Instagram sessions.
    pub sessions: Vec<String>,
    /// How often both platforms are scraped.
    pub interval_minutes: i32,
    /// When all of it was added.
    pub since: DateTime<Utc>,
}

/// A client group with its users and accounts.
#[derive(Debug, Clone)]
pub struct SampleGroup {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub description: &'static str,
    /// Who belongs to it.
    pub users: Vec<SampleUser>,
    /// What it tracks.
    pub accounts: Vec<SampleAccount>,
}

/// A member of a group.
#[derive(Debug, Clone, Copy)]
pub struct SampleUser {
    /// The name to sign in with.
    pub username: &'static str,
    /// The name on screen.
    pub full_name: &'static str,
    /// The password.
    pub password: &'static str,
    /// Whether the user may manage the group's accounts when members may not.
    pub is_group_admin: bool,
}

/// An account that a group tracks.
#[derive(Debug, Clone)]
pub struct SampleAccount {
    /// Where it is.
    pub platform: Platform,
    /// Lower case, without @.
    pub username: String,
}

impl Api {
    /// Fills the installation unless it has a group already. All or nothing: a start that is killed in the middle
    /// can be repeated. Returns whether it has the sample's groups and no others.
    pub async fn fill(&self, sample: &Sample) -> Result<bool, ApiError> {
        let now = sample.since;
        let mut transaction = Scope::Admin.begin(&self.pools.app, Access::Write).await?;
        let there = groups::list(&mut transaction).await?;
        if !there.is_empty() {
            let is_sample = |name: &str| sample.groups.iter().any(|group| group.name == name);
            return Ok(there.iter().all(|group| is_sample(&group.name)));
        }
        settings::set_intervals(&mut transaction, sample.interval_minutes, sample.interval_minutes).await?;
        for group in &sample.groups {
            add_group(&mut transaction, group, now).await?;
        }
        let pool = sample.sessions.iter().map(String::as_str).collect();
        sessions::add(&mut transaction, &self.secrets, now, pool).await?;
        transaction.commit().await?;
        Ok(true)
    }
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
    };
    // Nobody else can have taken the name: there was no group.
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
        let added = tracked::add(connection, new, now).await?;
        if !added.is_some_and(|added| matches!(added.outcomes.as_slice(), [AddOutcome::Tracked(_)])) {
            return Err(ApiError::invalid(format!(
                "the sample account {} cannot be added",
                account.username
            )));
        }
    }
    Ok(())
}
