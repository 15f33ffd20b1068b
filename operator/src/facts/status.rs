//! What the status of facts says.

use clipmeter_crds::{
    Change, Condition, ConditionType, PlatformFacts, PlatformFactsStatus, Reason, set_condition,
};
use kube::ResourceExt as _;

use super::state::{Answer, Said, Told};
use crate::context::{Context, now, time};
use crate::status::{Ledger, Reported};

impl Reported for PlatformFacts {
    type Status = PlatformFactsStatus;

    fn ledger(context: &Context) -> &Ledger<Self> {
        &context.platform_facts
    }

    fn status(&self) -> Option<&Self::Status> {
        self.status.as_ref()
    }

    fn conditions(status: &Self::Status) -> &[Condition] {
        &status.conditions
    }

    fn report(&self, context: &Context) -> Option<Self::Status> {
        status(self, &context.facts.told()?, now())
    }
}

/// Nothing as long as the API was not told of what the object says now.
fn status(facts: &PlatformFacts, told: &Told, now: i64) -> Option<PlatformFactsStatus> {
    let said = Said::by(facts);
    let generation = said.generation;
    let counts = facts.name_any() == told.name;
    if facts.metadata.deletion_timestamp.is_some() || (counts && said != told.said) {
        return None;
    }
    let mut status = facts.status.clone().unwrap_or_default();
    let older = format!("The PlatformFacts {} is older, and one counts", told.name);
    let (accepted, ready, message) = match &told.answer {
        _ if !counts => {
            status.version = None;
            let duplicate = (Some(false), Reason::Duplicate);
            (Some(duplicate), duplicate, older.as_str())
        }
        Answer::Accepted(version) => {
            status.version = i64::try_from(*version).ok();
            let accepted = (Some(true), Reason::Accepted);
            (Some(accepted), (Some(true), Reason::UpToDate), "")
        }
        Answer::Refused(why) => {
            let invalid = (Some(false), Reason::Invalid);
            (Some(invalid), invalid, why.as_str())
        }
        Answer::Failed(why) => {
            // What was accepted stays so while the API is away.
            let is_said = status.conditions.iter().any(|condition| {
                condition.type_ == ConditionType::Accepted.as_str()
                    && condition.observed_generation == Some(generation)
                    && condition.reason != Reason::Duplicate.as_str()
            });
            let unknown = (None, Reason::ApiUnavailable);
            (
                (!is_said).then_some(unknown),
                (Some(false), Reason::ApiUnavailable),
                why.as_str(),
            )
        }
    };
    let mut say = |type_, (status_, reason): (Option<bool>, Reason)| {
        let change = Change {
            type_,
            status: status_,
            reason: reason.as_str(),
            message,
            generation,
        };
        set_condition(&mut status.conditions, change, &time(now));
    };
    if let Some(accepted) = accepted {
        say(ConditionType::Accepted, accepted);
    }
    say(ConditionType::Ready, ready);
    status.observed_generation = Some(generation);
    Some(status)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn facts(name: &str) -> PlatformFacts {
        serde_json::from_value(json!({"metadata": {"name": name, "uid": name, "generation": 2}, "spec": {}}))
            .unwrap()
    }

    fn told(answer: Answer) -> Told {
        Told {
            name: "a".to_owned(),
            said: Said::by(&facts("a")),
            answer,
        }
    }

    fn words(status: &PlatformFactsStatus) -> Vec<String> {
        let conditions = status.conditions.iter();
        conditions
            .map(|it| format!("{} {} {}: {}", it.type_, it.status, it.reason, it.message))
            .collect()
    }

    #[test]
    fn what_became_of_it_is_said_in_the_words_of_the_api() {
        let accepted = status(&facts("a"), &told(Answer::Accepted(7)), 0).unwrap();
        assert_eq!(
            words(&accepted),
            ["Accepted True Accepted: ", "Ready True UpToDate: "]
        );
        assert_eq!(
            (accepted.version, accepted.observed_generation),
            (Some(7), Some(2))
        );

        let mut changed = facts("a");
        changed.status = Some(accepted);
        let refused = told(Answer::Refused("format: must be 1".to_owned()));
        let refused = status(&changed, &refused, 0).unwrap();
        assert_eq!(
            words(&refused),
            [
                "Accepted False Invalid: format: must be 1",
                "Ready False Invalid: format: must be 1"
            ]
        );
        assert_eq!(refused.version, Some(7), "what it said before holds");
    }

    #[test]
    fn the_second_names_the_first_and_has_no_version() {
        let mut second = facts("b");
        second.status = status(&facts("a"), &told(Answer::Accepted(7)), 0);
        let second = status(&second, &told(Answer::Accepted(7)), 0).unwrap();
        assert_eq!(
            words(&second),
            [
                "Accepted False Duplicate: The PlatformFacts a is older, and one counts",
                "Ready False Duplicate: The PlatformFacts a is older, and one counts",
            ]
        );
        assert_eq!(second.version, None);
    }

    #[test]
    fn what_was_accepted_stays_so_while_the_api_is_away() {
        let away = || told(Answer::Failed("away".to_owned()));
        let new = status(&facts("a"), &away(), 0).unwrap();
        assert_eq!(
            words(&new),
            [
                "Accepted Unknown ApiUnavailable: away",
                "Ready False ApiUnavailable: away"
            ]
        );
        let mut known = facts("a");
        known.status = status(&known, &told(Answer::Accepted(7)), 0);
        let known = status(&known, &away(), 0).unwrap();
        assert_eq!(
            words(&known),
            ["Accepted True Accepted: ", "Ready False ApiUnavailable: away"]
        );
    }

    #[test]
    fn nothing_is_said_before_the_api_knows_what_the_object_says_now() {
        let mut changed = facts("a");
        changed.metadata.generation = Some(3);
        assert_eq!(status(&changed, &told(Answer::Accepted(7)), 0), None);
    }
}
