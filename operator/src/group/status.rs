//! What the status of a group says.

use clipmeter_crds::{
    AccountCounts, Change, ClientGroup, ClientGroupStatus, Condition, ConditionType, PlatformCounts, Reason,
    clear_condition, set_condition,
};
use kube::{Resource as _, ResourceExt as _};

use super::groups::{Fact, Refusal};
use crate::context::{Context, now, time};
use crate::status::{Ledger, Reported};

/// For a moment after a quota was made or changed.
const UNCOUNTED: &str = "The cluster does not count by the quota yet";

impl Reported for ClientGroup {
    type Status = ClientGroupStatus;

    fn ledger(context: &Context) -> &Ledger<Self> {
        &context.groups.ledger
    }

    fn status(&self) -> Option<&Self::Status> {
        self.status.as_ref()
    }

    fn conditions(status: &Self::Status) -> &[Condition] {
        &status.conditions
    }

    fn report(&self, context: &Context) -> Option<Self::Status> {
        let fact = context.groups.fact(&self.name_any())?;
        let home = self.home();
        let counts = |(tracked, failing)| PlatformCounts { tracked, failing };
        let accounts = AccountCounts {
            instagram: counts(context.instagram_accounts.counts(&home)?),
            tiktok: counts(context.tiktok_accounts.counts(&home)?),
        };
        Some(status(self, &fact, accounts, now()))
    }
}

/// The status that was written last, with everything in it that is known by now.
fn status(group: &ClientGroup, fact: &Fact, accounts: AccountCounts, now: i64) -> ClientGroupStatus {
    let mut status = group.status.clone().unwrap_or_default();
    if group.metadata.deletion_timestamp.is_none() && fact.purge.is_none() {
        clear_condition(&mut status.conditions, ConditionType::Purging);
    }
    let generation = group.meta().generation.unwrap_or(0);
    let mut say = |type_, state, reason: Reason, message: &str| {
        let change = Change {
            type_,
            status: state,
            reason: reason.as_str(),
            message,
            generation,
        };
        set_condition(&mut status.conditions, change, &time(now));
    };
    if let Some(purge) = &fact.purge {
        let (reason, message) = purge.said();
        say(ConditionType::Purging, Some(true), reason, message);
        return status;
    }
    if let Some(why) = &fact.hindrance {
        say(ConditionType::Provisioned, None, Reason::Pending, why);
        say(ConditionType::Ready, None, Reason::Pending, why);
        status.observed_generation = Some(generation);
        return status;
    }
    let Some(namespace) = &fact.namespace else {
        return status;
    };
    match namespace {
        Ok(()) if !fact.counted => say(ConditionType::Provisioned, None, Reason::Pending, UNCOUNTED),
        Ok(()) => say(ConditionType::Provisioned, Some(true), Reason::Provisioned, ""),
        Err(Refusal { reason, message }) => {
            say(ConditionType::Provisioned, Some(false), *reason, message);
        }
    }
    let refusal = namespace.as_ref().err();
    let refusal = refusal.or(fact
        .registered
        .as_ref()
        .and_then(|registered| registered.as_ref().err()));
    let (ready, reason, message) = match refusal {
        Some(Refusal { reason, message }) => (Some(false), *reason, message.as_str()),
        None if !fact.counted => (None, Reason::Pending, UNCOUNTED),
        None if fact.registered.is_none() => (None, Reason::Pending, ""),
        None if group.spec.suspend => (Some(true), Reason::Suspended, ""),
        None => (Some(true), Reason::UpToDate, ""),
    };
    say(ConditionType::Ready, ready, reason, message);
    status.observed_generation = Some(generation);
    status.accounts = Some(accounts);
    status
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::tracked::Purge;

    fn group(suspend: bool) -> ClientGroup {
        serde_json::from_value(json!({
            "metadata": {"name": "acme", "generation": 3},
            "spec": {"displayName": "Acme", "suspend": suspend},
        }))
        .unwrap()
    }

    fn told(group: &ClientGroup, fact: &Fact) -> serde_json::Value {
        let accounts = AccountCounts {
            instagram: PlatformCounts {
                tracked: 2,
                failing: 1,
            },
            ..AccountCounts::default()
        };
        serde_json::to_value(status(group, fact, accounts, 1_795_255_200)).unwrap()
    }

    #[test]
    fn a_group_with_its_namespace_that_the_api_has_is_ready() {
        let fact = Fact {
            namespace: Some(Ok(())),
            counted: true,
            registered: Some(Ok(())),
            ..Fact::default()
        };
        let condition = |type_: &str, reason: &str| {
            json!({
                "type": type_, "status": "True", "reason": reason, "message": "", "observedGeneration": 3,
                "lastTransitionTime": "2026-11-21T10:00:00Z",
            })
        };
        let expected = |reason: &str| {
            json!({
                "observedGeneration": 3,
                "conditions": [condition("Provisioned", "Provisioned"), condition("Ready", reason)],
                "accounts": {"instagram": {"tracked": 2, "failing": 1}, "tiktok": {"tracked": 0, "failing": 0}},
            })
        };
        assert_eq!(told(&group(false), &fact), expected("UpToDate"));
        assert_eq!(told(&group(true), &fact), expected("Suspended"));
    }

    #[test]
    fn what_stands_in_the_way_is_said() {
        let refusal = |reason| Refusal {
            reason,
            message: "why".to_owned(),
        };
        for (fact, expected) in [
            (
                Fact {
                    namespace: Some(Err(refusal(Reason::NamespaceInUse))),
                    registered: Some(Ok(())),
                    ..Fact::default()
                },
                vec![
                    ("Provisioned", "False", "NamespaceInUse"),
                    ("Ready", "False", "NamespaceInUse"),
                ],
            ),
            (
                Fact {
                    namespace: Some(Ok(())),
                    counted: true,
                    registered: Some(Err(refusal(Reason::ApiUnavailable))),
                    ..Fact::default()
                },
                vec![
                    ("Provisioned", "True", "Provisioned"),
                    ("Ready", "False", "ApiUnavailable"),
                ],
            ),
            (
                Fact {
                    namespace: Some(Ok(())),
                    registered: Some(Ok(())),
                    ..Fact::default()
                },
                vec![
                    ("Provisioned", "Unknown", "Pending"),
                    ("Ready", "Unknown", "Pending"),
                ],
            ),
            (
                Fact {
                    namespace: Some(Ok(())),
                    counted: true,
                    ..Fact::default()
                },
                vec![
                    ("Provisioned", "True", "Provisioned"),
                    ("Ready", "Unknown", "Pending"),
                ],
            ),
            (
                Fact {
                    namespace: Some(Ok(())),
                    hindrance: Some("quotas are forbidden".to_owned()),
                    registered: Some(Ok(())),
                    ..Fact::default()
                },
                vec![
                    ("Provisioned", "Unknown", "Pending"),
                    ("Ready", "Unknown", "Pending"),
                ],
            ),
            (
                Fact {
                    purge: Some(Purge::Blocked("why".to_owned())),
                    ..Fact::default()
                },
                vec![("Purging", "True", "PurgeBlocked")],
            ),
        ] {
            let status = status(&group(false), &fact, AccountCounts::default(), 0);
            let said: Vec<_> = status
                .conditions
                .iter()
                .map(|it| (it.type_.as_str(), it.status.as_str(), it.reason.as_str()))
                .collect();
            assert_eq!(said, expected);
        }
    }
}
