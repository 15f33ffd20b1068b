//! Tells the API what the oldest facts say, or that there are none.

use std::sync::Arc;
use std::time::{Duration, Instant};

use clipmeter_crds::{PlatformFacts, managed_by, oldest};
use clipmeter_proto::v1::SyncFactsRequest;
use futures::StreamExt as _;
use kube::runtime::reflector::store::Writer;
use kube::{Api, Resource as _};
use tokio::time::sleep;

use super::state::{Answer, Said, Told};
use crate::context::Context;
use crate::error::Error;
use crate::key::Key;
use crate::watch::{self, Seen, intent, watched};

/// How soon a change is acted on, and how often statuses are looked at.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// What the API was told is told again after this time, in case it lost something.
const TELL_AGAIN_AFTER: Duration = Duration::from_mins(10);

/// Keeps the store up to date until it is dropped.
pub(crate) async fn watch(context: Arc<Context>, writer: Writer<PlatformFacts>) {
    let api: Api<PlatformFacts> = Api::all(context.client.clone());
    let metrics = Arc::clone(&context.metrics);
    watched(api, watch::all(), writer, intent, metrics)
        .for_each(async |seen| {
            if seen == Seen::All {
                context.facts.listed.set();
            }
        })
        .await;
}

/// Runs until it is dropped.
pub(crate) async fn run(context: Arc<Context>) {
    let mut settled: Option<(Wanted, Instant)> = None;
    let mut complaint = Complaint::default();
    context.facts.listed.wait().await;
    loop {
        let objects = context.platform_facts.store().state();
        match wanted(objects.iter().map(|object| &**object)) {
            Err(error) => complaint.make(&error, "cannot tell the API of the facts"),
            Ok(wanted) => {
                let is_settled = settled
                    .as_ref()
                    .is_some_and(|(before, at)| *before == wanted && at.elapsed() < TELL_AGAIN_AFTER);
                if !is_settled {
                    settled = tell(&context, wanted, &mut complaint).await;
                }
            }
        }
        for object in &objects {
            context.platform_facts.touch(&Key::of(&**object));
        }
        sleep(LOOK_EVERY).await;
    }
}

/// What the API is to be told.
#[derive(Clone, Debug, PartialEq)]
struct Wanted {
    request: SyncFactsRequest,
    /// Nothing where there are no facts.
    said: Option<Said>,
}

/// Tells it, and returns it with the time unless it has to be told again.
async fn tell(context: &Context, wanted: Wanted, complaint: &mut Complaint) -> Option<(Wanted, Instant)> {
    let answer = context.api.sync_facts(wanted.request.clone()).await;
    match &answer {
        Ok(_) => complaint.forget(),
        Err(error) => complaint.make(error, "the API does not take the facts"),
    }
    let answer = Answer::from(&answer);
    let is_settled = !matches!(answer, Answer::Failed(_));
    let told = wanted.said.clone().map(|said| Told {
        name: wanted.request.resource.clone(),
        said,
        answer,
    });
    context.facts.tell(told);
    is_settled.then(|| (wanted, Instant::now()))
}

/// What went wrong last. It is tried again each second and may go on for long, beside an API of the version before for one: the log
/// says it once.
#[derive(Default)]
struct Complaint(Option<String>);

impl Complaint {
    fn make(&mut self, error: &Error, what: &str) {
        if self.is_new(error.to_string()) {
            tracing::warn!(%error, "{what}");
        } else {
            tracing::debug!(%error, "{what}");
        }
    }

    fn forget(&mut self) {
        self.0 = None;
    }

    fn is_new(&mut self, error: String) -> bool {
        let is_new = self.0.as_ref() != Some(&error);
        self.0 = Some(error);
        is_new
    }
}

/// Objects that are being deleted say nothing any more.
fn wanted<'a>(objects: impl Iterator<Item = &'a PlatformFacts>) -> Result<Wanted, Error> {
    let staying = objects.filter(|object| object.meta().deletion_timestamp.is_none());
    let Some(object) = oldest(staying) else {
        return Ok(Wanted {
            request: SyncFactsRequest::default(),
            said: None,
        });
    };
    let request = SyncFactsRequest {
        resource: Key::of(object).name,
        document: object.spec.document()?.to_string(),
        managed_by: managed_by(object.meta()).to_owned(),
    };
    Ok(Wanted {
        request,
        said: Some(Said::by(object)),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn facts(name: &str, second: u8, spec: &Value) -> PlatformFacts {
        let metadata = json!({
            "name": name, "uid": name, "generation": 3, "creationTimestamp": format!("2026-11-21T10:00:{second:02}Z"),
            "managedFields": [{"manager": "kubectl"}],
        });
        serde_json::from_value(json!({"metadata": metadata, "spec": spec})).unwrap()
    }

    #[test]
    fn the_oldest_that_stays_counts_and_says_what_it_names_alone() {
        let spec = json!({"instagram": {"app_id": "1", "pace": {"session": {"spread": 0.5}}}});
        let mut objects = vec![facts("b", 2, &json!({})), facts("a", 3, &json!({}))];
        objects.push(facts("c", 1, &spec));
        let first = wanted(objects.iter()).unwrap();
        assert_eq!(first.request.resource, "c");
        assert_eq!(first.request.managed_by, "kubectl");
        let document: Value = serde_json::from_str(&first.request.document).unwrap();
        assert_eq!(document, spec);

        objects[2].metadata.deletion_timestamp = objects[2].metadata.creation_timestamp.clone();
        let second = wanted(objects.iter()).unwrap();
        assert_eq!(
            (second.request.resource.as_str(), second.request.document.as_str()),
            ("b", "{}")
        );

        let none = wanted([].into_iter()).unwrap();
        assert_eq!((none.request, none.said), (SyncFactsRequest::default(), None));
    }

    #[test]
    fn the_same_is_complained_of_once_until_it_is_over() {
        let mut complaint = Complaint::default();
        let mut said = |error: &str| complaint.is_new(error.to_owned());
        assert_eq!(
            ["a", "a", "b", "b", "a"].map(&mut said),
            [true, false, true, false, true]
        );
        complaint.forget();
        assert!(complaint.is_new("a".to_owned()));
    }

    #[test]
    fn another_object_of_the_same_name_and_words_is_told_of_again() {
        let one = facts("a", 1, &json!({}));
        let mut other = one.clone();
        other.metadata.uid = Some("other".to_owned());
        assert_ne!(
            wanted([&one].into_iter()).unwrap(),
            wanted([&other].into_iter()).unwrap()
        );
    }
}
