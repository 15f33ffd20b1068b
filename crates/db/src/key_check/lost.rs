//! Determines the consequences of lost keys.

use std::fmt;

use super::key_use::{KeyUse, SealedBy};
use crate::DbError;
use crate::secrets::{KeyFingerprint, Secrets};

/// Keys that the database was used with and that are not in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LostKeys {
    /// What is encrypted with them.
    pub(super) sealed: Vec<SealedBy>,
    /// The actual and the expected fingerprint, when they differ.
    other_keys: Option<(String, String)>,
    /// Number of erasures whose handles can no longer be recognized.
    erasures: i64,
}

impl LostKeys {
    /// Compares the keys with those that the database requires. None: no keys are lost.
    pub(super) fn of(secrets: &Secrets, used: &KeyUse) -> Result<Option<Self>, DbError> {
        let present = secrets.sessions.ids();
        let sealed: Vec<SealedBy> = used
            .sealed
            .iter()
            .filter(|sealed| !present.contains(&sealed.key_id))
            .cloned()
            .collect();
        let found = secrets.key_fingerprint()?;
        let other_keys = used
            .fingerprint
            .filter(|expected: &KeyFingerprint| *expected != found)
            .map(|expected| (found.to_string(), expected.to_string()));
        // Databases from before fingerprints were stored can be checked only by their encrypted data.
        let is_other = other_keys.is_some() || (used.fingerprint.is_none() && !sealed.is_empty());
        let lost = Self {
            erasures: if is_other { used.erasures } else { 0 },
            sealed,
            other_keys,
        };
        let is_lost = !lost.sealed.is_empty() || lost.other_keys.is_some();
        Ok(is_lost.then_some(lost))
    }

    /// Returns the IDs of the lost keys that encrypt data.
    pub(super) fn key_ids(&self) -> Vec<String> {
        self.sealed.iter().map(|sealed| sealed.key_id.clone()).collect()
    }

    /// Describes the problem with the file, existing or missing, without its path.
    pub(super) fn problem(&self, is_there: bool) -> String {
        let ids = self.key_ids();
        let keys = match ids.as_slice() {
            [] => None,
            [id] => Some(format!("the key {id}")),
            ids => Some(format!("the keys {}", ids.join(", "))),
        };
        match (is_there, keys, &self.other_keys) {
            (false, Some(keys), _) => format!("the file is missing, and with it {keys}"),
            (false, None, Some((_, expected))) => {
                format!("the file is missing, and with it the keys with the fingerprint {expected}")
            }
            (true, Some(keys), _) => format!("the file does not contain {keys}"),
            (true, None, Some((found, expected))) => format!(
                "the file contains the keys of another installation (their fingerprint is {found}, not {expected})"
            ),
            (_, None, None) => "nothing is lost".to_owned(),
        }
    }
}

/// Describes the data that would be deleted: "3 Instagram sessions and 1 proxy, and …".
impl fmt::Display for LostKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sum = |of: fn(&SealedBy) -> i64| self.sealed.iter().map(of).sum::<i64>();
        let mut parts: Vec<String> = [
            counted(sum(|sealed| sealed.sessions), "Instagram session"),
            counted(sum(|sealed| sealed.proxies), "proxy"),
        ]
        .into_iter()
        .flatten()
        .collect();
        if let Some(erasures) = counted(self.erasures, "erasure") {
            parts.push(format!(
                "the list of erased handles ({erasures}), which could then be tracked again"
            ));
        }
        if self.other_keys.is_some() {
            parts.push("every sign-in".to_owned());
        }
        f.write_str(&listed(&parts))
    }
}

/// Returns "3 sessions"; None for zero.
fn counted(n: i64, what: &str) -> Option<String> {
    match (n, what.strip_suffix('y')) {
        (0, _) => None,
        (1, _) => Some(format!("1 {what}")),
        (n, Some(stem)) => Some(format!("{n} {stem}ies")),
        (n, None) => Some(format!("{n} {what}s")),
    }
}

/// Returns "a, b and c".
fn listed(parts: &[String]) -> String {
    match parts {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed(key_id: &str, sessions: i64, proxies: i64) -> SealedBy {
        SealedBy {
            key_id: key_id.to_owned(),
            sessions,
            proxies,
        }
    }

    #[test]
    fn lost_keys_message_names_missing_keys_and_lost_data() {
        let secrets = Secrets::generate().unwrap();
        let own = secrets.sessions.current().id().to_owned();
        let known = secrets.key_fingerprint().unwrap();
        let other = Secrets::generate().unwrap().key_fingerprint().unwrap();
        let table: [(_, _, i64, Option<[&str; 3]>); 6] = [
            (None, vec![sealed(&own, 2, 1)], 1, None),
            (Some(known), vec![], 1, None),
            (
                Some(known),
                vec![sealed("gone", 3, 1), sealed(&own, 5, 0)],
                4,
                Some([
                    "the file does not contain the key gone",
                    "the file is missing, and with it the key gone",
                    "3 Instagram sessions and 1 proxy",
                ]),
            ),
            (
                None,
                vec![sealed("gone", 1, 0), sealed("older", 0, 2)],
                0,
                Some([
                    "the file does not contain the keys gone, older",
                    "the file is missing, and with it the keys gone, older",
                    "1 Instagram session and 2 proxies",
                ]),
            ),
            (
                Some(other),
                vec![],
                0,
                Some(["another installation", "the fingerprint", "every sign-in"]),
            ),
            (
                Some(other),
                vec![sealed("gone", 1, 0)],
                2,
                Some([
                    "the file does not contain the key gone",
                    "the file is missing, and with it the key gone",
                    "1 Instagram session, the list of erased handles (2 erasures), which could then be tracked again and every sign-in",
                ]),
            ),
        ];
        for (fingerprint, sealed, erasures, expected) in table {
            let used = KeyUse {
                fingerprint,
                sealed,
                erasures,
            };
            let lost = LostKeys::of(&secrets, &used).unwrap();
            let Some([there, missing, loses]) = expected else {
                assert_eq!(lost, None);
                continue;
            };
            let lost = lost.unwrap();
            assert!(lost.problem(true).contains(there), "{}", lost.problem(true));
            assert!(lost.problem(false).contains(missing), "{}", lost.problem(false));
            assert_eq!(lost.to_string(), loses);
        }
    }
}
