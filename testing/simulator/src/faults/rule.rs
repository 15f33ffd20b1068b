//! A fault rule.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{FaultKind, FaultQuery};
use crate::request::Subject;

/// Which requests fail, how, and how often.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FaultRule {
    pub fault: FaultKind,
    /// Only requests whose path begins with this.
    #[serde(default)]
    pub path_prefix: Option<String>,
    /// Only requests about this account, by any of its names or IDs.
    #[serde(default)]
    pub username: Option<String>,
    /// Only requests with this Instagram session, given by its hash.
    #[serde(default)]
    pub session: Option<String>,
    /// Only requests of this kind, such as `instagram.feed_user`.
    #[serde(default)]
    pub class: Option<String>,
    /// Only requests for the item with this ID; `item_deleted`: the deleted item.
    #[serde(default)]
    pub item: Option<String>,
    /// Only before this instant of simulated time.
    #[serde(default)]
    pub until: Option<DateTime<Utc>>,
    /// How many requests fail; absent: all until the faults are deleted.
    #[serde(default)]
    pub times: Option<u32>,
    /// `slow`, `never`: milliseconds before the response.
    #[serde(default)]
    pub delay_ms: Option<u64>,
    /// `rate_limited`: seconds in `Retry-After`.
    #[serde(default)]
    pub retry_after_seconds: Option<u64>,
    /// `renamed`, `recycled`: the new name; absent: the old one with `_renamed` appended.
    #[serde(default)]
    pub new_username: Option<String>,
    /// `recorded`: the file, as `instagram/<file>` or `tiktok/<file>`.
    #[serde(default)]
    pub recording: Option<String>,
    /// `link_hops`: number of additional redirects before the last one.
    #[serde(default)]
    pub hops: Option<u32>,
    /// `link_hops`: target of the last link, instead of the video. `canonical_elsewhere`: the URL in the page.
    #[serde(default)]
    pub location: Option<String>,
}

/// The reason why a fault rule is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidFault {
    /// The rule can never apply.
    #[error(
        "times is 0, so nothing would happen; use at least 1, or omit it to keep the fault until it is deleted"
    )]
    Never,
    /// The fault requires an account, and none is given.
    #[error("this fault affects one account; set username")]
    UsernameMissing,
    /// Paths begin with a slash.
    #[error("path_prefix must begin with a slash, as in /api/v1/feed")]
    RelativePath,
    #[error(
        "the fault recorded needs recording, a file of the replay folder such as instagram/err_login_required.json"
    )]
    RecordingMissing,
    /// The item to delete is missing.
    #[error("the fault item_deleted needs item, the ID of the deleted item")]
    ItemMissing,
    /// The link would lead to its usual target.
    #[error("the fault link_hops needs hops, location, or both")]
    NoDetour,
}

impl FaultRule {
    /// Creates a rule for every request, until it is deleted.
    #[must_use]
    pub fn new(fault: FaultKind) -> Self {
        Self {
            fault,
            path_prefix: None,
            username: None,
            session: None,
            class: None,
            item: None,
            until: None,
            times: None,
            delay_ms: None,
            retry_after_seconds: None,
            new_username: None,
            recording: None,
            hops: None,
            location: None,
        }
    }

    /// Restricts the rule to requests about this account.
    #[must_use]
    pub fn about(mut self, username: impl Into<String>) -> Self {
        self.username = Some(username.into());
        self
    }

    /// Restricts the rule to this many requests.
    #[must_use]
    pub fn times(mut self, times: u32) -> Self {
        self.times = Some(times);
        self
    }

    pub(super) fn check(&self) -> Result<(), InvalidFault> {
        let about_an_account = matches!(
            self.fault,
            FaultKind::Renamed | FaultKind::Recycled | FaultKind::Private
        );
        if self.times == Some(0) {
            Err(InvalidFault::Never)
        } else if about_an_account && self.username.is_none() {
            Err(InvalidFault::UsernameMissing)
        } else if self
            .path_prefix
            .as_ref()
            .is_some_and(|prefix| !prefix.starts_with('/'))
        {
            Err(InvalidFault::RelativePath)
        } else if self.fault == FaultKind::Recorded && self.recording.is_none() {
            Err(InvalidFault::RecordingMissing)
        } else if self.fault == FaultKind::ItemDeleted && self.item.is_none() {
            Err(InvalidFault::ItemMissing)
        } else if self.fault == FaultKind::LinkHops && self.hops.is_none() && self.location.is_none() {
            Err(InvalidFault::NoDetour)
        } else {
            Ok(())
        }
    }

    /// Returns the name of the account after it is renamed.
    pub(crate) fn new_username(&self) -> Option<String> {
        let old = self.username.as_ref()?;
        Some(
            self.new_username
                .clone()
                .unwrap_or_else(|| format!("{old}_renamed"))
                .to_lowercase(),
        )
    }

    pub(super) fn is_for(&self, query: &FaultQuery<'_>) -> bool {
        let fits =
            |expected: &Option<String>, is_so: &dyn Fn(&str) -> bool| expected.as_deref().is_none_or(is_so);
        let is_item = |id: &str| match query.route.subject() {
            Subject::Item(_, other) => id == other,
            _ => self.fault == FaultKind::ItemDeleted && query.route.is_list(),
        };
        fits(&self.path_prefix, &|prefix| query.path.starts_with(prefix))
            && fits(&self.username, &|name| query.goes_by(name))
            && fits(&self.session, &|session| query.session == Some(session))
            && fits(&self.class, &|class| query.route.class() == class)
            && fits(&self.item, &is_item)
            && self
                .until
                .is_none_or(|until| query.now < until.timestamp_millis())
            && !(query.worked && self.fault == FaultKind::Waf)
            && self.fault.applies_to(query.route)
    }
}
