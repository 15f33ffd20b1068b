//! The table of reactions in docs/scraping.md says what the code does, row by row.

use clipmeter_proto::v1::Outcome;
use clipmeter_proto::{AddressFate, Reaction, Schedule, SessionFate, Step};

const DOCUMENT: &str = include_str!("../../docs/scraping.md");
/// The row of words above the table.
const HEAD: &str = "| code | session | then | address | next attempt | admin | kept |";

/// One test for each outcome, which says which one is documented otherwise.
macro_rules! rows {
    ($($name:ident => $outcome:ident),* $(,)?) => {
        $(#[test]
        fn $name() {
            compare(Outcome::$outcome);
        })*

        #[test]
        fn every_outcome_has_its_test() {
            let tested = [$(Outcome::$outcome),*];
            assert!(Outcome::all().all(|outcome| tested.contains(&outcome)));
        }
    };
}

rows! {
    ok => Ok,
    ok_no_videos => OkNoVideos,
    private => Private,
    not_found => NotFound,
    not_available => NotAvailable,
    session_dead => SessionDead,
    login_required => LoginRequired,
    rate_limited => RateLimited,
    feedback_required => FeedbackRequired,
    challenge_required => ChallengeRequired,
    checkpoint_required => CheckpointRequired,
    suspended => Suspended,
    endpoint_retired => EndpointRetired,
    useragent_mismatch => UseragentMismatch,
    schema_changed => SchemaChanged,
    ambiguous_empty => AmbiguousEmpty,
    parse_error => ParseError,
    unknown_error => UnknownError,
    age_restricted => AgeRestricted,
    region_blocked => RegionBlocked,
    blocked => Blocked,
    waf_challenge => WafChallenge,
    captcha => Captcha,
    empty_body => EmptyBody,
    unexpected_page => UnexpectedPage,
    transient => Transient,
    identity_changed => IdentityChanged,
    no_session => NoSession,
    identity_unconfirmed => IdentityUnconfirmed,
}

fn compare(outcome: Outcome) {
    let begin = format!("| `{}` |", outcome.code());
    let documented = DOCUMENT
        .lines()
        .skip_while(|line| *line != HEAD)
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .find(|line| line.starts_with(&begin));
    assert_eq!(documented, Some(row(outcome).as_str()));
}

fn row(outcome: Outcome) -> String {
    let reaction = outcome.reaction();
    format!(
        "| `{}` | {} | {} | {} | {} | {} | {} |",
        outcome.code(),
        session(reaction.session),
        then(&reaction),
        address(reaction.address),
        schedule(reaction.schedule),
        yes(reaction.asks_admin),
        yes(reaction.keeps_evidence),
    )
}

fn session(fate: SessionFate) -> &'static str {
    match fate {
        SessionFate::Keep => "goes on",
        SessionFate::Cool => "rests for minutes",
        SessionFate::Rest => "rests for hours",
        SessionFate::Park => "parked once confirmed",
        SessionFate::Dead => "dead once confirmed",
    }
}

fn then(reaction: &Reaction) -> String {
    let step = |step: &Step| match step {
        Step::SameAgain => format!("the same again ({} in all)", reaction.tries),
        Step::NextDocument => "next document".to_owned(),
        Step::NextWay => "next way".to_owned(),
        Step::OtherSession => "other session, once".to_owned(),
        Step::StopUnit => "unit ends".to_owned(),
        Step::StopRun => "run ends".to_owned(),
    };
    if reaction.then.is_empty() {
        return "done".to_owned();
    }
    reaction.then.iter().map(step).collect::<Vec<_>>().join("; ")
}

fn address(fate: AddressFate) -> &'static str {
    match fate {
        AddressFate::Calm => "goes on",
        AddressFate::Count => "noted",
        AddressFate::Cool => "rests for minutes",
        AddressFate::Rest => "rests for an hour",
    }
}

fn schedule(schedule: Schedule) -> &'static str {
    match schedule {
        Schedule::Normal => "interval",
        Schedule::Lenient => "interval, doubled from the third on",
        Schedule::Failure => "doubled",
        Schedule::Weekly => "doubled, weekly once confirmed",
        Schedule::Daily => "daily",
        Schedule::Confirm => "interval, ten minutes at least",
        Schedule::Hold => "once decided; doubled until then",
        Schedule::Defer => "interval, not counted",
    }
}

fn yes(is_so: bool) -> &'static str {
    if is_so { "yes" } else { "" }
}

#[test]
fn a_request_is_repeated_exactly_where_more_tries_are_given() {
    for outcome in Outcome::all() {
        let reaction = outcome.reaction();
        assert_eq!(
            reaction.then.contains(&Step::SameAgain),
            reaction.tries > 1,
            "{outcome:?}"
        );
    }
}

#[test]
fn a_success_asks_for_nothing() {
    for outcome in Outcome::all().filter(|outcome| outcome.is_success()) {
        let reaction = outcome.reaction();
        assert!(reaction.then.is_empty() && !reaction.asks_admin, "{outcome:?}");
        assert_eq!(reaction.schedule, Schedule::Normal, "{outcome:?}");
    }
}
