//! Decides whether an account or video can be tracked, from the state of the cluster.

use clipmeter_crds::{Reason, duplicates};
use kube::ResourceExt as _;

use super::kind::TrackedResource;
use crate::state::{NamespaceBinding, NamespaceStatus, Registration};

/// Returns the group that tracks the object, `None` while unknown, or the reason for refusing it. `same` are the objects of its
/// namespace with the same subject, with or without the object itself.
pub(super) fn validate<'a, K: TrackedResource>(
    object: &K,
    status: &'a NamespaceStatus,
    same: impl IntoIterator<Item = &'a K>,
) -> Result<Option<&'a NamespaceBinding>, Registration> {
    let binding = match status {
        NamespaceStatus::Bound(binding) => binding,
        NamespaceStatus::Pending => return Ok(None),
        NamespaceStatus::Unassigned => {
            let namespace = object.namespace().unwrap_or_default();
            return Err(Registration::Refused {
                reason: Reason::OutsideGroup,
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
        Some(duplicate) => Err(Registration::Refused {
            reason: Reason::Duplicate,
            message: format!("{} already tracks {subject}", duplicate.of),
        }),
        None => Ok(Some(binding)),
    }
}

/// Returns why the object may not select its scraper pool. It is registered anyway, and the API does not let it be read.
pub(super) fn refused_pool<K: TrackedResource>(object: &K, binding: &NamespaceBinding) -> Option<Box<str>> {
    let spec = object.tracked_spec();
    let pool = spec.scraper_pool.filter(|pool| !binding.allows(pool))?;
    let message = format!(
        "The group does not allow its accounts to select the scraper pool {pool}: select another one, or ask a platform admin"
    );
    Some(message.into())
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

    fn binding() -> NamespaceBinding {
        NamespaceBinding {
            group: "acme".to_owned(),
            suspended: false,
            scraper_pool: Some("eu".to_owned()),
            allowed_pools: vec!["us".to_owned()],
            deletion: None,
        }
    }

    #[test]
    fn validation_reports_missing_group_before_duplicate() {
        let bound = NamespaceStatus::Bound(binding());
        let objects = [account("second", "nasa", 2), account("first", "nasa", 1)];
        let alone = account("other", "esa", 3);
        let judge = |object: &TikTokAccount, status: &NamespaceStatus| {
            let same = objects.iter().filter(|other| other.subject() == object.subject());
            validate(object, status, same)
                .map(|binding| binding.map(|binding| binding.group.clone()))
                .map_err(|registration| match registration {
                    Registration::Refused { reason, message } => (reason, message),
                    other => panic!("{other:?}"),
                })
        };
        assert_eq!(judge(&objects[1], &bound), Ok(Some("acme".to_owned())));
        assert_eq!(judge(&alone, &bound), Ok(Some("acme".to_owned())));
        assert_eq!(
            judge(&objects[0], &bound),
            Err((Reason::Duplicate, "first already tracks nasa".to_owned()))
        );
        assert_eq!(judge(&objects[0], &NamespaceStatus::Pending), Ok(None));
        assert_eq!(
            judge(&objects[0], &NamespaceStatus::Unassigned),
            Err((
                Reason::OutsideGroup,
                "No ClientGroup has the namespace cg-acme".to_owned()
            ))
        );
    }

    #[test]
    fn account_selects_only_pools_of_its_group() {
        let mut account = account("a", "nasa", 1);
        for (pool, is_allowed) in [
            (None, true),
            (Some("eu"), true),
            (Some("us"), true),
            (Some("asia"), false),
        ] {
            account.spec.scraper_pool = pool.map(str::to_owned);
            assert_eq!(
                refused_pool(&account, &binding()).is_none(),
                is_allowed,
                "{pool:?}"
            );
        }
        let refusal = refused_pool(&account, &binding()).unwrap();
        assert!(refusal.contains("the scraper pool asia"), "{refusal}");
    }
}
