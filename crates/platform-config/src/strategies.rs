//! The order in which fetch strategies are tried.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::PlatformConfigError;
use super::limits::{
    DUPLICATE_STRATEGY, ITEM_STRATEGIES, MAX_STRATEGIES, NAME_BY_ID_STRATEGIES, NO_SESSION_STRATEGY,
    OF_SESSIONS, PLAYS_STRATEGIES, POSTS_STRATEGIES, PROFILE_STRATEGIES, TIKTOK_ITEM_STRATEGIES,
    TIKTOK_ITEMS_STRATEGIES, TIKTOK_PROFILE_STRATEGIES, unknown_strategy,
};

/// The strategies for each need of an Instagram account, each list in the order in which they are tried. A strategy is `anonymous:` or
/// `session:` followed by the code of an endpoint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstagramStrategies {
    /// Strategies for the account that has a username, with its counts.
    pub profile: Vec<String>,
    /// Strategies for an account's current name by its ID.
    pub name_by_id: Vec<String>,
    /// Strategies for the list of posts.
    pub posts: Vec<String>,
    /// Strategies for play counts of reels.
    pub plays: Vec<String>,
    /// Strategies for a single post.
    pub item: Vec<String>,
}

/// The strategies for each need on TikTok, where all requests are anonymous.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TiktokStrategies {
    /// Strategies for the account that has a username, with its counts.
    pub profile: Vec<String>,
    /// Strategies for an account's videos.
    pub items: Vec<String>,
    /// Strategies for a single video.
    pub item: Vec<String>,
}

/// A list of a platform: its name, its accessor, and the strategies that this version supports.
type List<W> = (&'static str, fn(&W) -> &[String], &'static [&'static str]);

const INSTAGRAM: [List<InstagramStrategies>; 5] = [
    ("profile", |strategies| &strategies.profile, &PROFILE_STRATEGIES),
    (
        "name_by_id",
        |strategies| &strategies.name_by_id,
        &NAME_BY_ID_STRATEGIES,
    ),
    ("posts", |strategies| &strategies.posts, &POSTS_STRATEGIES),
    ("plays", |strategies| &strategies.plays, &PLAYS_STRATEGIES),
    ("item", |strategies| &strategies.item, &ITEM_STRATEGIES),
];

const TIKTOK: [List<TiktokStrategies>; 3] = [
    (
        "profile",
        |strategies| &strategies.profile,
        &TIKTOK_PROFILE_STRATEGIES,
    ),
    ("items", |strategies| &strategies.items, &TIKTOK_ITEMS_STRATEGIES),
    ("item", |strategies| &strategies.item, &TIKTOK_ITEM_STRATEGIES),
];

impl InstagramStrategies {
    /// Returns whether any list contains this strategy.
    #[must_use]
    pub fn contain(&self, strategy: &str) -> bool {
        let mut all = INSTAGRAM.iter().flat_map(|(_, strategies, _)| strategies(self));
        all.any(|one| one == strategy)
    }

    /// Returns until when a session is unusable: every session strategy for profiles, or for posts, is closed to it, because the platform
    /// refuses it at the `closed` endpoints until the given times. `None`: the session is usable.
    #[must_use]
    pub fn locked_out_until<T: Ord + Copy>(&self, closed: &BTreeMap<String, T>) -> Option<T> {
        let opens = |strategies: &[String]| {
            let codes = strategies
                .iter()
                .filter_map(|strategy| strategy.strip_prefix(OF_SESSIONS));
            let until: Option<Vec<T>> = codes.map(|code| closed.get(code).copied()).collect();
            until?.into_iter().min()
        };
        opens(&self.profile).max(opens(&self.posts))
    }

    /// Returns the first error; `path` is the path of the lists.
    pub(super) fn check(&self, path: &str) -> Result<(), PlatformConfigError> {
        for (name, strategies, known) in INSTAGRAM {
            let (path, strategies) = (format!("{path}.{name}"), strategies(self));
            check(&path, strategies, known)?;
            // Clients with a session send no anonymous requests.
            if !strategies.iter().any(|strategy| is_of_sessions(strategy)) {
                return Err(PlatformConfigError::new(path, NO_SESSION_STRATEGY));
            }
        }
        Ok(())
    }
}

impl TiktokStrategies {
    /// Returns the first error; `path` is the path of the lists.
    pub(super) fn check(&self, path: &str) -> Result<(), PlatformConfigError> {
        for (name, strategies, known) in TIKTOK {
            check(&format!("{path}.{name}"), strategies(self), known)?;
        }
        Ok(())
    }
}

fn check(path: &str, strategies: &[String], known: &[&str]) -> Result<(), PlatformConfigError> {
    if !(1..=MAX_STRATEGIES).contains(&strategies.len()) {
        return Err(PlatformConfigError::new(
            path,
            format!("must have 1 to {MAX_STRATEGIES} entries"),
        ));
    }
    for (index, strategy) in strategies.iter().enumerate() {
        let at = format!("{path}[{index}]");
        if !known.contains(&strategy.as_str()) {
            return Err(PlatformConfigError::new(at, unknown_strategy(known)));
        }
        if strategies[..index].contains(strategy) {
            return Err(PlatformConfigError::new(at, DUPLICATE_STRATEGY));
        }
    }
    Ok(())
}

fn is_of_sessions(strategy: &str) -> bool {
    strategy.starts_with(OF_SESSIONS)
}

/// Removes strategies that this version does not support from a layer, and lists that are unusable without them. Returns an error for each
/// removal.
pub(super) fn take_unknown(layer: &mut Value) -> Vec<PlatformConfigError> {
    let mut taken = take_from(layer, "instagram", &INSTAGRAM, is_of_sessions);
    taken.extend(take_from(layer, "tiktok", &TIKTOK, |_| true));
    taken
}

fn take_from<W>(
    layer: &mut Value,
    platform: &str,
    known: &[List<W>],
    is_needed: impl Fn(&str) -> bool,
) -> Vec<PlatformConfigError> {
    let mut taken = Vec::new();
    let lists = layer.pointer_mut(&format!("/{platform}/strategies"));
    let Some(lists) = lists.and_then(Value::as_object_mut) else {
        return taken;
    };
    for (name, _, known) in known {
        let Some(strategies) = lists.get_mut(*name).and_then(Value::as_array_mut) else {
            continue;
        };
        let count = strategies.len();
        strategies.retain(|strategy| strategy.as_str().is_none_or(|strategy| known.contains(&strategy)));
        let is_of_use = strategies
            .iter()
            .any(|strategy| strategy.as_str().is_none_or(&is_needed));
        if strategies.len() < count {
            let path = format!("{platform}.strategies.{name}");
            taken.push(PlatformConfigError::new(
                path,
                "names strategies that are not known in this version",
            ));
            if !is_of_use {
                lists.remove(*name);
            }
        }
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strategy_is_contained_in_any_list() {
        let strategies = InstagramStrategies {
            profile: Vec::new(),
            posts: vec!["session:graphql_timeline".to_owned()],
            plays: Vec::new(),
            name_by_id: Vec::new(),
            item: vec!["session:media_info".to_owned()],
        };
        assert!(strategies.contain("session:media_info"));
        assert!(!strategies.contain("session:feed_user"));
    }

    #[test]
    fn session_is_locked_out_while_all_strategies_are_closed() {
        let list = |strategies: &[&str]| strategies.iter().copied().map(str::to_owned).collect();
        let strategies = InstagramStrategies {
            profile: list(&[
                "anonymous:web_profile_info",
                "session:web_profile_info",
                "session:profile_page",
            ]),
            posts: list(&["session:graphql_timeline", "session:feed_user"]),
            plays: list(&["session:graphql_clips"]),
            name_by_id: list(&["session:feed_user"]),
            item: list(&["session:media_info"]),
        };
        for (closed, until) in [
            (&[][..], None),
            (&[("web_profile_info", 9), ("feed_user", 9)], None),
            // Without play counts, the rest can still be read.
            (&[("graphql_clips", 9)], None),
            (&[("web_profile_info", 9), ("profile_page", 7)], Some(7)),
            (
                &[("graphql_timeline", 5), ("feed_user", 6), ("profile_page", 7)],
                Some(5),
            ),
            (
                &[
                    ("graphql_timeline", 5),
                    ("feed_user", 6),
                    ("web_profile_info", 9),
                    ("profile_page", 7),
                ],
                Some(7),
            ),
        ] {
            let closed = closed.iter().map(|(code, until)| ((*code).to_owned(), *until));
            assert_eq!(strategies.locked_out_until(&closed.collect()), until);
        }
    }
}
