//! The order in which ways to the same thing are tried.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::PlatformConfigError;
use super::limits::{
    DUPLICATE_STRATEGY, ITEM_STRATEGIES, MAX_STRATEGIES, NAME_BY_ID_STRATEGIES, NO_SESSION_STRATEGY,
    OF_SESSIONS, PLAYS_STRATEGIES, POSTS_STRATEGIES, PROFILE_STRATEGIES, TIKTOK_ITEM_STRATEGIES,
    TIKTOK_ITEMS_STRATEGIES, TIKTOK_PROFILE_STRATEGIES, unknown_strategy,
};

/// The ways to what is wanted of an Instagram account, each list in the order in which they are tried. A way is `anonymous:` or `session:`
/// and the code of an endpoint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstagramStrategies {
    /// Who answers by a name, with the counts.
    pub profile: Vec<String>,
    /// The name that an account has now, by its id.
    pub name_by_id: Vec<String>,
    /// The list of posts.
    pub posts: Vec<String>,
    /// How often reels were played.
    pub plays: Vec<String>,
    /// A single post.
    pub item: Vec<String>,
}

/// The ways to what is wanted of TikTok, likewise. It is asked as a guest alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TiktokStrategies {
    /// Who answers by a name, with the counts.
    pub profile: Vec<String>,
    /// An account's videos.
    pub items: Vec<String>,
    /// A single video.
    pub item: Vec<String>,
}

/// One of a platform's lists: its name, where it stands, and the ways that this version knows.
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
    /// Whether this is one of the ways to anything.
    #[must_use]
    pub fn contain(&self, strategy: &str) -> bool {
        let mut all = INSTAGRAM.iter().flat_map(|(_, strategies, _)| strategies(self));
        all.any(|one| one == strategy)
    }

    /// Until when a session is of no use: every way of sessions to profiles, or to posts, is closed to it until then, because the platform
    /// sends it away from `closed` endpoints until the times that stand beside them. `None`: it is of use.
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

    /// Says what is wrong first: `path` is where the lists stand.
    pub(super) fn check(&self, path: &str) -> Result<(), PlatformConfigError> {
        for (name, strategies, known) in INSTAGRAM {
            let (path, strategies) = (format!("{path}.{name}"), strategies(self));
            check(&path, strategies, known)?;
            // Whoever is signed in asks nothing as a guest.
            if !strategies.iter().any(|strategy| is_of_sessions(strategy)) {
                return Err(PlatformConfigError::new(path, NO_SESSION_STRATEGY));
            }
        }
        Ok(())
    }
}

impl TiktokStrategies {
    /// Says what is wrong first: `path` is where the lists stand.
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

/// Takes ways out of a layer that this version does not know, and lists that are of no use without them. Says what was taken.
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
    fn a_session_is_of_no_use_while_every_way_to_something_is_closed_to_it() {
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
            // Without plays it still tells the rest.
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
