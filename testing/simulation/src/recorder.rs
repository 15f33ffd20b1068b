//! Records every message between runs, API and platforms, and checks the invariants.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::unit::Target;
use clipmeter_proto::v1::{
    FetchBatchResponse, Outcome, PageReport, Platform, ReportRequest, ReservePermitsRequest,
    TakeSessionResponse, UnitReport,
};
use parking_lot::{Mutex, MutexGuard};
use uuid::Uuid;

use crate::checks::{self, Holders, Invariant, MAX_RESPONSE_AGE, Retired, Violation};
use crate::clock::TokioClock;
use crate::log::{Exchange, Log};
use crate::oracle::Oracle;
use crate::plan::Plan;
use crate::report_log::{AccountKey, ReportLog};

/// The session number of anonymous requests.
const ANONYMOUS: i64 = 0;

/// The recorder of a simulation.
#[derive(Debug)]
pub(crate) struct Recorder {
    pub(crate) oracle: Oracle,
    seed: u64,
    beginning: DateTime<Utc>,
    clock: TokioClock,
    seen: Mutex<Observed>,
}

/// Everything recorded so far.
#[derive(Debug, Default)]
pub(crate) struct Observed {
    pub(crate) report_log: ReportLog,
    pub(crate) log: Log,
    /// Number of finished units, by platform and outcome.
    pub(crate) outcomes: BTreeMap<(&'static str, &'static str), u64>,
    /// Outcomes of each account since a trouble began.
    pub(crate) readings: BTreeMap<AccountKey, Vec<Outcome>>,
    /// Number of requests of each scrape, by platform.
    pub(crate) taken: BTreeMap<&'static str, Vec<u32>>,
    holders: Holders,
    retired: Retired,
    /// Requests so far of each run's current scrape.
    request_counts: BTreeMap<Uuid, u32>,
    /// Whether the accounts of each run are those of the scraper pool.
    in_pool: BTreeMap<Uuid, bool>,
    /// Accounts of the units in progress.
    units: BTreeMap<i64, AccountKey>,
    /// When each run started its current account.
    began: BTreeMap<String, DateTime<Utc>>,
    /// The first violation.
    violation: Option<Violation>,
}

impl Recorder {
    pub(crate) fn new(oracle: Oracle, seed: u64, beginning: DateTime<Utc>, clock: TokioClock) -> Self {
        Self {
            oracle,
            seed,
            beginning,
            clock,
            seen: Mutex::default(),
        }
    }

    /// Returns the simulated time.
    pub(crate) fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    pub(crate) fn seen(&self) -> MutexGuard<'_, Observed> {
        self.seen.lock()
    }

    /// Fails if an invariant was violated.
    pub(crate) fn check(&self) -> Result<(), Violation> {
        self.seen().violation.clone().map_or(Ok(()), Err)
    }

    /// Builds a violation of an invariant.
    pub(crate) fn violation(&self, invariant: Invariant, what: String) -> Violation {
        Violation {
            invariant,
            seed: self.seed,
            at: self.now(),
            what,
        }
    }

    /// Records the units that a run received.
    pub(crate) fn leased(&self, run: Uuid, batch: &FetchBatchResponse) {
        let mut seen = self.seen();
        for unit in &batch.units {
            let Some(Target::Account(account)) = &unit.target else {
                continue;
            };
            if let Some(first) = self.oracle.first_name(batch.platform(), &account.username) {
                let key = (batch.platform(), first.to_owned());
                let in_pool = self.oracle.is_in_pool(&key);
                seen.units.insert(unit.unit_id, key);
                let is_same = *seen.in_pool.entry(run).or_insert(in_pool) == in_pool;
                let result = require(is_same, || format!("run {run} has an account of another pool"));
                self.note(&mut seen, Invariant::Egress, result);
            }
        }
        seen.began.insert(run.to_string(), self.now());
        seen.retired.notified(run, ANONYMOUS, self.now());
    }

    /// Records the response to a run's request for a session.
    pub(crate) fn session_leased(&self, run: Uuid, response: &TakeSessionResponse) {
        let mut seen = self.seen();
        let Some(session) = &response.session else {
            // The run's session was refused; it continues without one.
            seen.holders.ended(run);
            return;
        };
        seen.retired.notified(run, session.session_id, self.now());
        let result = seen.holders.leased(run, session);
        self.note(&mut seen, Invariant::Sessions, result);
        let is_of_pool = Plan::is_pool_session(&session.value);
        let is_same = seen
            .in_pool
            .get(&run)
            .is_none_or(|in_pool| *in_pool == is_of_pool);
        let id = session.session_id;
        let result = require(is_same, || format!("run {run} has session {id} of another pool"));
        self.note(&mut seen, Invariant::Egress, result);
    }

    /// Records that the administrator has reset these sessions, some of which were refused.
    pub(crate) fn sessions_restored(&self, sessions: &[(i64, bool)]) {
        let mut seen = self.seen();
        for (session, is_refused) in sessions {
            seen.retired.remove(*session);
            if *is_refused {
                seen.holders.re_added(*session);
            }
        }
    }

    /// Checks a run's request for permits for an endpoint.
    pub(crate) fn permits(&self, run: Uuid, request: &ReservePermitsRequest) {
        let mut seen = self.seen();
        let result = seen
            .retired
            .check_request(run, request.session_id, &request.endpoint, self.now());
        self.note(&mut seen, Invariant::RetiredEndpoints, result);
    }

    /// Records a run's request to a platform.
    pub(crate) fn requested(&self, run: Uuid, exchange: &Exchange<'_>) {
        let mut seen = self.seen();
        seen.log.note(exchange);
        *seen.request_counts.entry(run).or_default() += 1;
        let in_pool = seen.in_pool.get(&run);
        let is_same = in_pool.is_none_or(|in_pool| *in_pool == exchange.is_proxied);
        let path = exchange.path;
        let result = require(is_same, || {
            format!("run {run} requested {path} from another address")
        });
        self.note(&mut seen, Invariant::Egress, result);
        if let Some(session) = exchange.session {
            let result = seen.holders.used(run, session);
            self.note(&mut seen, Invariant::Sessions, result);
        }
    }

    /// Records a report that the API has stored.
    pub(crate) fn stored(&self, report: &ReportRequest) {
        match &report.body {
            Some(Body::Page(page)) => self.page(&report.run_id, page),
            Some(Body::Unit(unit)) => self.unit(&report.run_id, unit),
            Some(Body::Endpoint(endpoint)) => self.seen().retired.reported(endpoint, self.now()),
            _ => {}
        }
    }

    /// Records the end of a run.
    pub(crate) fn ended(&self, run: Uuid) {
        let mut seen = self.seen();
        seen.began.remove(&run.to_string());
        seen.holders.ended(run);
        seen.retired.ended(run);
        seen.request_counts.remove(&run);
        seen.in_pool.remove(&run);
    }

    fn page(&self, run: &str, page: &PageReport) {
        let mut seen = self.seen();
        let Some(account) = seen.units.get(&page.unit_id).cloned() else {
            return;
        };
        let owner = self.owner(&account);
        let is_of_owner = page.profile.as_ref().is_none_or(|profile| {
            profile.platform_id.is_empty() || Some(&profile.platform_id) == owner.as_ref()
        });
        // Items under another ID belong to another account and must not be stored.
        if let Some(owner) = owner.filter(|_| is_of_owner) {
            let requested_at = self.requested_at(&seen, run, &account);
            let result = checks::counts(&self.oracle, &account, page, requested_at);
            self.note(&mut seen, Invariant::Counts, result);
            seen.report_log.page(&account, &owner, page, requested_at);
        }
    }

    /// Returns the earliest request time of the responses in a page of an account: a page of TikTok's is one response,
    /// Instagram's is joined from the lists of one scrape.
    fn requested_at(&self, seen: &Observed, run: &str, (platform, _): &AccountKey) -> DateTime<Utc> {
        let now = self.now();
        let began = seen.began.get(run).filter(|_| *platform == Platform::Instagram);
        *began.unwrap_or(&now) - MAX_RESPONSE_AGE
    }

    fn unit(&self, run: &str, report: &UnitReport) {
        let mut seen = self.seen();
        seen.began.insert(run.to_owned(), self.now());
        let Some(account) = seen.units.remove(&report.unit_id) else {
            return;
        };
        let platform = account.0.code();
        let requests = run.parse().ok().and_then(|run| seen.request_counts.remove(&run));
        seen.taken
            .entry(platform)
            .or_default()
            .push(requests.unwrap_or(0));
        let key = (platform, report.outcome().code());
        *seen.outcomes.entry(key).or_default() += 1;
        seen.readings
            .entry(account.clone())
            .or_default()
            .push(report.outcome());
        seen.report_log.end(&account, report);
    }

    /// Returns the platform's ID of an account; `None` for one that never existed.
    fn owner(&self, (platform, name): &AccountKey) -> Option<String> {
        let reading = self.oracle.reading(*platform, name, self.beginning)?;
        Some(reading.profile?.platform_id)
    }

    fn note(&self, seen: &mut Observed, invariant: Invariant, result: Result<(), String>) {
        if let Err(what) = result {
            seen.violation
                .get_or_insert_with(|| self.violation(invariant, what));
        }
    }
}

/// Returns the violation if the condition does not hold.
fn require(holds: bool, violation: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(violation()) }
}
