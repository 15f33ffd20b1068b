//! Looks at accounts and videos when something about them changes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use clipmeter_crds::{Event, Reason, scrape_request};
use clipmeter_scheduler::UnitKey;
use futures::future;
use kube::Api;
use kube::runtime::controller::Action;
use kube::runtime::reflector::ObjectRef;
use kube::runtime::reflector::store::Writer;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::sleep;
use tonic::Code;

use super::fact::Verdict;
use super::kind::Kind;
use super::validate::validate;
use super::{build, purge};
use crate::context::Context;
use crate::error::Error;
use crate::key::Key;
use crate::objects;
use crate::reconcile::{self, Controlled};
use crate::watch::{self, Seen, intent, watched};

/// What the API was told is told again in case it lost something: each time a part of it, so that all of it comes in an hour, or
/// in the next one if it was told lately. One timer for all, since one for each object is a large part of what the operator has to
/// remember of it.
const TELL_EVERY: Duration = Duration::from_mins(1);
const PARTS: u64 = 60;
/// What was told within this time is not told again.
const TELL_AGAIN_AFTER: Duration = Duration::from_mins(30);
/// Groups are given more room, or make room, without this object changing. Most of that is noticed at once; this is for the rest.
const ASK_AGAIN_AFTER: Duration = Duration::from_mins(5);

/// Runs until it is dropped.
pub(crate) async fn run<K: Kind>(
    context: Arc<Context>,
    writer: Writer<K>,
    nudges: UnboundedReceiver<ObjectRef<K>>,
) {
    let api: Api<K> = Api::all(context.client.clone());
    let watch = watched(api, watch::all(), writer, intent, Arc::clone(&context.metrics));
    let again = tell_again::<K>(Arc::clone(&context));
    future::join(again, reconcile::run(context, watch, nudges)).await;
}

async fn tell_again<K: Kind>(context: Arc<Context>) {
    for part in (0..PARTS).cycle() {
        sleep(TELL_EVERY).await;
        K::tracker(&context).nudge_part(part, PARTS);
    }
}

impl<K: Kind> Controlled for K {
    fn store(context: &Context) -> &kube::runtime::reflector::Store<Self> {
        K::tracker(context).ledger.store()
    }

    fn backoff(context: &Context) -> &crate::backoff::Backoff {
        &K::tracker(context).backoff
    }

    fn seen(context: &Context, seen: &Seen) {
        let tracker = K::tracker(context);
        match seen {
            Seen::Changed(key) => tracker.came(key),
            Seen::Written(key) => tracker.ledger.written(key),
            Seen::Gone(key) => {
                tracker.forget(key);
                context.requests.forget(K::KIND, key);
                context.groups.count_anew(&key.namespace);
            }
            Seen::All => {
                tracker.listed.set();
                context.groups.count_all_anew();
            }
        }
    }

    async fn reconcile(object: Arc<Self>, context: Arc<Context>) -> Result<Action, Error> {
        let key = Key::of(&*object);
        let place = context.groups.place(&key.namespace);
        if object.meta().deletion_timestamp.is_some() {
            return purge::purge(&*object, &key, &place, &context).await;
        }
        let tracker = K::tracker(&context);
        let same = tracker.tracking(&key.namespace, &object.subject());
        let home = match validate(&*object, &place, same.iter().map(|other| &**other)) {
            Ok(Some(home)) => home,
            Ok(None) => return Ok(Action::requeue(purge::WAIT_FOR_GROUP)),
            Err(verdict) => {
                tracker.learn(&key, |fact| fact.verdict = Some(verdict));
                return Ok(Action::requeue(ASK_AGAIN_AFTER));
            }
        };
        // A group that goes takes its accounts along.
        if home.leaving.is_some() {
            return Ok(Action::await_change());
        }
        objects::hold(&context.client, &*object).await?;
        let action = register(&*object, &key, &home.group, home.suspended, &context).await?;
        ask_for_scrape(&*object, &key, &context).await;
        Ok(action)
    }
}

/// Tells the API, unless it was told.
async fn register<K: Kind>(
    object: &K,
    key: &Key,
    group: &str,
    group_suspended: bool,
    context: &Context,
) -> Result<Action, Error> {
    let tracker = K::tracker(context);
    let request = build::request(object, group);
    let digest = build::digest(&request);
    let is_told = tracker.fact(key).is_some_and(|fact| {
        fact.verdict == Some(Verdict::Registered)
            && fact
                .synced
                .is_some_and(|(told, at)| told == digest && at.elapsed() < TELL_AGAIN_AFTER)
    });
    if is_told {
        tracker.learn(key, |fact| fact.group_suspended = group_suspended);
        return Ok(Action::await_change());
    }
    let answer = context.api.sync_tracked(request).await;
    let unit = answer.as_ref().ok().and_then(Option::as_ref);
    let unit = unit.and_then(|unit| UnitKey::try_from(unit).ok());
    let verdict = answer
        .as_ref()
        .map_or_else(verdict, |_| Some(Verdict::Registered));
    let is_registered = verdict == Some(Verdict::Registered);
    tracker.learn(key, |fact| {
        fact.group_suspended = group_suspended;
        fact.unit = unit.or(fact.unit);
        fact.synced = is_registered.then(|| (digest, Instant::now()));
        // From here on it is known here, whatever somebody else writes into the status.
        if is_registered && fact.verdict != Some(Verdict::Registered) && fact.handled.is_none() {
            let written = object.progress();
            fact.handled = written.and_then(|written| written.last_handled_request.clone());
        }
        fact.verdict = verdict.clone().or(fact.verdict.take());
    });
    context.groups.count_anew(&key.namespace);
    match (answer, verdict) {
        (Ok(_), _) => {
            context.schedule.ring();
            Ok(Action::await_change())
        }
        (Err(_), Some(Verdict::Refused { .. })) => Ok(Action::requeue(ASK_AGAIN_AFTER)),
        (Err(error), _) => {
            if error.code() == Some(Code::NotFound) {
                context.groups.tell_again(context, group);
            }
            Err(error)
        }
    }
}

/// What the API's message begins with when a handle was erased on request.
const ERASED: &str = "erased";

/// What an error says of the object; nothing when it is about its group, which the API does not know yet.
fn verdict(error: &Error) -> Option<Verdict> {
    let refused = |reason, message: &str| Verdict::Refused {
        reason,
        message: message.to_owned(),
    };
    match error {
        Error::Api(status) => match status.code() {
            Code::ResourceExhausted => Some(refused(Reason::LimitReached, status.message())),
            Code::FailedPrecondition if status.message().starts_with(ERASED) => {
                Some(refused(Reason::Erased, status.message()))
            }
            Code::AlreadyExists => Some(refused(Reason::Duplicate, status.message())),
            Code::NotFound => None,
            _ => Some(Verdict::Unavailable(error.to_string())),
        },
        _ => Some(Verdict::Unavailable(error.to_string())),
    }
}

/// Hands a request that was not acted on to the schedule.
async fn ask_for_scrape<K: Kind>(object: &K, key: &Key, context: &Context) {
    let Some(fact) = K::tracker(context).fact(key) else {
        return;
    };
    let (Some(asked), Some(unit), Some(Verdict::Registered)) =
        (scrape_request(object), fact.unit, &fact.verdict)
    else {
        return;
    };
    if fact.handled.as_deref() == Some(asked) {
        return;
    }
    if context.requests.add(unit, K::KIND, key, asked) {
        let reference = object.object_ref(&());
        context
            .events
            .tell(&reference, Event::ScrapeRequested, asked)
            .await;
        context.schedule.ring();
    }
}

#[cfg(test)]
mod tests {
    use tonic::Status;

    use super::*;

    #[test]
    fn whatever_the_api_answers_is_said_but_that_the_group_is_new() {
        let of = |status: Status| verdict(&status.into());
        let full = Verdict::Refused {
            reason: Reason::LimitReached,
            message: "The group may track 10".to_owned(),
        };
        assert_eq!(
            of(Status::resource_exhausted("The group may track 10")),
            Some(full)
        );
        let erased = Verdict::Refused {
            reason: Reason::Erased,
            message: "erased: on request".to_owned(),
        };
        assert_eq!(
            of(Status::failed_precondition("erased: on request")),
            Some(erased)
        );
        assert_eq!(of(Status::not_found("no such group")), None);
        for status in [
            Status::unavailable("the database is away"),
            Status::invalid_argument("no username"),
            Status::failed_precondition("not now"),
        ] {
            let text = status.message().to_owned();
            let Some(Verdict::Unavailable(why)) = of(status) else {
                panic!("{text} is not said");
            };
            assert!(why.contains(&text), "{why}");
        }
    }
}
