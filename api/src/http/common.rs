//! Types and limits that several resources share.

use std::borrow::Cow;

use clipmeter_db::sessions::class;
use clipmeter_domain::Platform;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};
use utoipa::{IntoParams, PartialSchema, ToSchema};

use super::error::Problem;

/// Human-readable confirmation.
#[derive(Serialize, ToSchema)]
pub(crate) struct Message {
    /// A short sentence.
    pub(crate) message: String,
}

/// A platform in a path, by its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlatformName(pub(crate) Platform);

impl From<PlatformName> for Platform {
    fn from(name: PlatformName) -> Self {
        name.0
    }
}

impl From<Platform> for PlatformName {
    fn from(platform: Platform) -> Self {
        Self(platform)
    }
}

impl Serialize for PlatformName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.code())
    }
}

impl<'de> Deserialize<'de> for PlatformName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = Cow::<str>::deserialize(deserializer)?;
        let platform = code.parse::<Platform>();
        platform
            .map(Self)
            .map_err(|_| D::Error::unknown_variant(&code, &Platform::CODES))
    }
}

impl PartialSchema for PlatformName {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("A platform in a path."))
            .enum_values(Some(Platform::CODES))
            .into()
    }
}

impl ToSchema for PlatformName {}

/// Selects the group whose accounts are listed.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct AccountScope {
    /// For admins: a group, or all groups if absent. Members have only their own group and may omit it.
    pub(crate) group_id: Option<i64>,
}

/// Whether requests to a platform used a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SessionClass {
    /// The platform has no sessions, or received no request.
    None,
    /// Anonymous.
    Anonymous,
    /// With a session of the pool.
    Session,
}

impl From<class::SessionClass> for SessionClass {
    fn from(class: class::SessionClass) -> Self {
        match class {
            class::SessionClass::None => Self::None,
            class::SessionClass::Anonymous => Self::Anonymous,
            class::SessionClass::Session => Self::Session,
        }
    }
}

/// Maximum number of accounts per call: enough for the largest lists in practice, and processed within a second or two.
const MAX_BULK: usize = 10_000;

/// The result for an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum EntryStatus {
    /// The account is tracked now.
    Added,
    /// Already tracked, or a duplicate of an earlier entry.
    Duplicate,
    /// Invalid; `error` gives the reason.
    Invalid,
    /// The group has reached its limit.
    OverLimit,
}

/// Body limit for a list of 10,000 accounts, each given by its profile URL.
pub(crate) const BULK_BODY_LIMIT: usize = 4 * 1024 * 1024;

/// Rejects a list that is empty or exceeds the maximum per call.
pub(crate) fn check_size(size: usize, field: &str) -> Result<(), Problem> {
    match size {
        0 => Err(Problem::invalid(format!(
            "{field} is empty; send at least one entry"
        ))),
        1..=MAX_BULK => Ok(()),
        _ => Err(Problem::invalid(format!(
            "{field} has {size} entries; send at most {MAX_BULK} at once"
        ))),
    }
}

/// Returns the results of the entries of a list: "2 accounts added, 1 duplicate, 1 invalid".
pub(crate) fn summary(statuses: &[EntryStatus], one: &str, many: &str) -> String {
    let added = counted(count(statuses, EntryStatus::Added), one, many) + " added";
    let others = [
        (EntryStatus::Duplicate, "duplicate", "duplicates"),
        (EntryStatus::Invalid, "invalid", "invalid"),
        (EntryStatus::OverLimit, "over the limit", "over the limit"),
    ]
    .map(|(status, one, many)| match count(statuses, status) {
        0 => String::new(),
        n => format!(", {}", counted(n, one, many)),
    });
    added + &others.concat()
}

/// Counts the entries with a status.
pub(crate) fn count(statuses: &[EntryStatus], status: EntryStatus) -> usize {
    statuses.iter().filter(|other| **other == status).count()
}

/// Returns "1 duplicate", "2 duplicates".
pub(crate) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Returns the items of Instagram and those of TikTok, in their order, for responses with a field for each.
pub(crate) fn instagram_and_tiktok<T>(items: impl IntoIterator<Item = (Platform, T)>) -> [Vec<T>; 2] {
    let (mut instagram, mut tiktok) = (Vec::new(), Vec::new());
    for (platform, item) in items {
        if platform == Platform::Instagram {
            instagram.push(item);
        } else if platform == Platform::Tiktok {
            tiktok.push(item);
        }
    }
    [instagram, tiktok]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summary_counts_added_and_other_entries() {
        use EntryStatus::{Added, Duplicate, Invalid, OverLimit};
        for (statuses, expected) in [
            (&[Added][..], "1 video added"),
            (&[Added, Invalid, Added], "2 videos added, 1 invalid"),
            (
                &[Duplicate, Duplicate, OverLimit],
                "0 videos added, 2 duplicates, 1 over the limit",
            ),
        ] {
            assert_eq!(summary(statuses, "video", "videos"), expected);
        }
    }
}
