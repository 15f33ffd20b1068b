//! The table of outcome policies in docs/dev/scraping.md matches the code, row by row.

use clipmeter_proto::v1::Outcome;
use clipmeter_proto::{AddressAction, OutcomePolicy, RecoveryStep, Schedule, SessionAction};

const DOCUMENT: &str = include_str!("../../../docs/dev/scraping.md");
/// The head of the table.
const HEAD: &str = "| code | session | recovery | address | next attempt | admin | response captured |";

/// One test for each outcome, so that a failure names the row that differs.
macro_rules! rows {
    ($($name:ident => $outcome:ident),* $(,)?) => {
        $(#[test]
        fn $name() {
            compare(Outcome::$outcome);
        })*

        #[test]
        fn outcomes_are_all_tested() {
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
    let policy = outcome.policy();
    format!(
        "| `{}` | {} | {} | {} | {} | {} | {} |",
        outcome.code(),
        session(policy.session),
        then(&policy),
        address(policy.address),
        schedule(policy.schedule),
        yes(policy.requires_admin),
        yes(policy.captures_response),
    )
}

fn session(action: SessionAction) -> &'static str {
    match action {
        SessionAction::Keep => "no effect",
        SessionAction::Cooldown => "cooldown for minutes",
        SessionAction::LongCooldown => "cooldown for hours",
        SessionAction::Challenged => "challenged once confirmed",
        SessionAction::Dead => "dead once confirmed",
    }
}

fn then(policy: &OutcomePolicy) -> String {
    let step = |step: &RecoveryStep| match step {
        RecoveryStep::Retry => format!("retry ({} tries in total)", policy.tries),
        RecoveryStep::NextDocument => "next document".to_owned(),
        RecoveryStep::NextStrategy => "next strategy".to_owned(),
        RecoveryStep::OtherSession => "other session, once".to_owned(),
        RecoveryStep::StopUnit => "unit ends".to_owned(),
        RecoveryStep::StopRun => "run ends".to_owned(),
    };
    if policy.recovery.is_empty() {
        return "done".to_owned();
    }
    policy.recovery.iter().map(step).collect::<Vec<_>>().join("; ")
}

fn address(action: AddressAction) -> &'static str {
    match action {
        AddressAction::Keep => "no effect",
        AddressAction::Count => "counted",
        AddressAction::Cooldown => "cooldown for minutes",
        AddressAction::LongCooldown => "cooldown for an hour",
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
        Schedule::AwaitDecision => "after the decision; doubled until then",
        Schedule::Defer => "interval, not counted",
    }
}

fn yes(is_so: bool) -> &'static str {
    if is_so { "yes" } else { "" }
}

#[test]
fn outcome_policy_retries_exactly_when_tries_exceed_one() {
    for outcome in Outcome::all() {
        let policy = outcome.policy();
        assert_eq!(
            policy.recovery.contains(&RecoveryStep::Retry),
            policy.tries > 1,
            "{outcome:?}"
        );
    }
}

#[test]
fn outcome_policy_of_success_has_no_recovery() {
    for outcome in Outcome::all().filter(|outcome| outcome.is_success()) {
        let policy = outcome.policy();
        assert!(
            policy.recovery.is_empty() && !policy.requires_admin,
            "{outcome:?}"
        );
        assert_eq!(policy.schedule, Schedule::Normal, "{outcome:?}");
    }
}
