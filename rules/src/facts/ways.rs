//! The order in which ways to the same thing are tried.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::FactsError;
use super::limits::{
    MOST_WAYS, NO_WAY_OF_SESSIONS, OF_SESSIONS, TIKTOK_WAYS_TO_ITEM, TIKTOK_WAYS_TO_ITEMS,
    TIKTOK_WAYS_TO_PROFILE, WAY_TWICE, WAYS_TO_ITEM, WAYS_TO_NAME_BY_ID, WAYS_TO_PLAYS, WAYS_TO_POSTS,
    WAYS_TO_PROFILE, no_way,
};

/// The ways to what is wanted of an Instagram account, each list in the order in which they are tried. A way is `guest:` or `session:`
/// and the code of an endpoint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstagramWays {
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
pub struct TiktokWays {
    /// Who answers by a name, with the counts.
    pub profile: Vec<String>,
    /// An account's videos.
    pub items: Vec<String>,
    /// A single video.
    pub item: Vec<String>,
}

/// One of a platform's lists: its name, where it stands, and the ways that this version knows.
type List<W> = (&'static str, fn(&W) -> &[String], &'static [&'static str]);

const INSTAGRAM: [List<InstagramWays>; 5] = [
    ("profile", |ways| &ways.profile, &WAYS_TO_PROFILE),
    ("name_by_id", |ways| &ways.name_by_id, &WAYS_TO_NAME_BY_ID),
    ("posts", |ways| &ways.posts, &WAYS_TO_POSTS),
    ("plays", |ways| &ways.plays, &WAYS_TO_PLAYS),
    ("item", |ways| &ways.item, &WAYS_TO_ITEM),
];

const TIKTOK: [List<TiktokWays>; 3] = [
    ("profile", |ways| &ways.profile, &TIKTOK_WAYS_TO_PROFILE),
    ("items", |ways| &ways.items, &TIKTOK_WAYS_TO_ITEMS),
    ("item", |ways| &ways.item, &TIKTOK_WAYS_TO_ITEM),
];

impl InstagramWays {
    /// Whether this is one of the ways to anything.
    #[must_use]
    pub fn lead_by(&self, way: &str) -> bool {
        let mut all = INSTAGRAM.iter().flat_map(|(_, ways, _)| ways(self));
        all.any(|one| one == way)
    }

    /// Until when a session is of no use: every way of sessions to profiles, or to posts, is closed to it until then, because the platform
    /// sends it away from `closed` endpoints until the times that stand beside them. `None`: it is of use.
    #[must_use]
    pub fn shut_until<T: Ord + Copy>(&self, closed: &BTreeMap<String, T>) -> Option<T> {
        let opens = |ways: &[String]| {
            let codes = ways.iter().filter_map(|way| way.strip_prefix(OF_SESSIONS));
            let until: Option<Vec<T>> = codes.map(|code| closed.get(code).copied()).collect();
            until?.into_iter().min()
        };
        opens(&self.profile).max(opens(&self.posts))
    }

    /// Says what is wrong first: `path` is where the lists stand.
    pub(super) fn check(&self, path: &str) -> Result<(), FactsError> {
        for (name, ways, known) in INSTAGRAM {
            let (path, ways) = (format!("{path}.{name}"), ways(self));
            check(&path, ways, known)?;
            // Whoever is signed in asks nothing as a guest.
            if !ways.iter().any(|way| is_of_sessions(way)) {
                return Err(FactsError::new(path, NO_WAY_OF_SESSIONS));
            }
        }
        Ok(())
    }
}

impl TiktokWays {
    /// Says what is wrong first: `path` is where the lists stand.
    pub(super) fn check(&self, path: &str) -> Result<(), FactsError> {
        for (name, ways, known) in TIKTOK {
            check(&format!("{path}.{name}"), ways(self), known)?;
        }
        Ok(())
    }
}

fn check(path: &str, ways: &[String], known: &[&str]) -> Result<(), FactsError> {
    if !(1..=MOST_WAYS).contains(&ways.len()) {
        return Err(FactsError::new(
            path,
            format!("must have 1 to {MOST_WAYS} entries"),
        ));
    }
    for (index, way) in ways.iter().enumerate() {
        let at = format!("{path}[{index}]");
        if !known.contains(&way.as_str()) {
            return Err(FactsError::new(at, no_way(known)));
        }
        if ways[..index].contains(way) {
            return Err(FactsError::new(at, WAY_TWICE));
        }
    }
    Ok(())
}

fn is_of_sessions(way: &str) -> bool {
    way.starts_with(OF_SESSIONS)
}

/// Takes ways out of a layer that this version does not know, and lists that are of no use without them. Says what was taken.
pub(super) fn take_unknown(layer: &mut Value) -> Vec<FactsError> {
    let mut taken = take_from(layer, "instagram", &INSTAGRAM, is_of_sessions);
    taken.extend(take_from(layer, "tiktok", &TIKTOK, |_| true));
    taken
}

fn take_from<W>(
    layer: &mut Value,
    platform: &str,
    known: &[List<W>],
    is_needed: impl Fn(&str) -> bool,
) -> Vec<FactsError> {
    let mut taken = Vec::new();
    let lists = layer.pointer_mut(&format!("/{platform}/ways"));
    let Some(lists) = lists.and_then(Value::as_object_mut) else {
        return taken;
    };
    for (name, _, known) in known {
        let Some(ways) = lists.get_mut(*name).and_then(Value::as_array_mut) else {
            continue;
        };
        let count = ways.len();
        ways.retain(|way| way.as_str().is_none_or(|way| known.contains(&way)));
        let is_of_use = ways.iter().any(|way| way.as_str().is_none_or(&is_needed));
        if ways.len() < count {
            let path = format!("{platform}.ways.{name}");
            taken.push(FactsError::new(
                path,
                "names ways that are not known in this version",
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
        let list = |ways: &[&str]| ways.iter().copied().map(str::to_owned).collect();
        let ways = InstagramWays {
            profile: list(&[
                "guest:web_profile_info",
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
            assert_eq!(ways.shut_until(&closed.collect()), until);
        }
    }
}
