//! Whether an account or video can be tracked, as far as the cluster knows.

use clipmeter_crds::{Reason, duplicates};
use kube::ResourceExt as _;

use super::fact::Verdict;
use super::kind::Kind;
use crate::group::Home;

/// What its namespace is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A group's.
    Home(Home),
    /// A group's that was not looked at yet.
    Coming,
    /// Nobody's.
    Nowhere,
}

/// The group that tracks it; nothing as long as that is not known; or why none does. `same` are the objects of its namespace
/// that track the same, with or without itself.
pub(super) fn validate<'a, K: Kind>(
    object: &K,
    place: &'a Place,
    same: impl IntoIterator<Item = &'a K>,
) -> Result<Option<&'a Home>, Verdict> {
    let home = match place {
        Place::Home(home) => home,
        Place::Coming => return Ok(None),
        Place::Nowhere => {
            let namespace = object.namespace().unwrap_or_default();
            return Err(Verdict::Refused {
                reason: Reason::NoGroup,
                message: format!("No ClientGroup has the namespace {namespace}"),
            });
        }
    };
    let subject = object.subject();
    let name = object.name_any();
    let older = duplicates(same)
        .into_iter()
        .find(|duplicate| duplicate.name == name);
    match older {
        Some(duplicate) => Err(Verdict::Refused {
            reason: Reason::Duplicate,
            message: format!("{} tracks {subject} already", duplicate.of),
        }),
        None => Ok(Some(home)),
    }
}

#[cfg(test)]
mod tests {
    use clipmeter_crds::{TikTokAccount, Tracked as _};
    use serde_json::json;

    use super::*;

    fn account(name: &str, username: &str, second: u8) -> TikTokAccount {
        serde_json::from_value(json!({
            "metadata": {
                "name": name, "namespace": "cg-acme",
                "creationTimestamp": format!("2026-11-21T10:00:{second:02}Z"),
            },
            "spec": {"username": username},
        }))
        .unwrap()
    }

    #[test]
    fn no_group_goes_before_duplicate() {
        let home = Home {
            group: "acme".to_owned(),
            suspended: false,
            leaving: None,
        };
        let at_home = Place::Home(home.clone());
        let objects = [account("second", "nasa", 2), account("first", "nasa", 1)];
        let alone = account("other", "esa", 3);
        let judge = |object: &TikTokAccount, place: &Place| {
            let same = objects.iter().filter(|other| other.subject() == object.subject());
            validate(object, place, same)
                .map(|home| home.map(|home| home.group.clone()))
                .map_err(|verdict| match verdict {
                    Verdict::Refused { reason, message } => (reason, message),
                    other => panic!("{other:?}"),
                })
        };
        assert_eq!(judge(&objects[1], &at_home), Ok(Some("acme".to_owned())));
        assert_eq!(judge(&alone, &at_home), Ok(Some("acme".to_owned())));
        assert_eq!(
            judge(&objects[0], &at_home),
            Err((Reason::Duplicate, "first tracks nasa already".to_owned()))
        );
        assert_eq!(judge(&objects[0], &Place::Coming), Ok(None));
        assert_eq!(
            judge(&objects[0], &Place::Nowhere),
            Err((
                Reason::NoGroup,
                "No ClientGroup has the namespace cg-acme".to_owned()
            ))
        );
    }
}
