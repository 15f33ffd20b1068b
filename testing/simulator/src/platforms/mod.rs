//! Both platforms together: from a request to its delivery.

mod fault_injection;

use clipmeter_proto::v1::Platform;

use fault_injection::FaultedRequest;

use crate::{
    chaos::FaultSampler,
    clock::{Millis, SimulatedClock},
    faults::{Delivery, FaultKind, FaultQuery, FaultRule, FaultRules},
    instagram::{self, QueryDocuments},
    log::{Log, session_hash},
    pictures,
    quota::QuotaTracker,
    replay::Replay,
    request::{Caller, Request, Subject},
    response::SimulatedResponse,
    route::Route,
    sessions::Sessions,
    tiktok::{self, waf::Waf},
    world::World,
};

/// Everything that a response depends on.
#[derive(Debug)]
pub(crate) struct Platforms {
    pub(crate) clock: SimulatedClock,
    pub(crate) world: World,
    pub(crate) replay: Replay,
    pub(crate) faults: FaultRules,
    pub(crate) log: Log,
    pub(crate) documents: QueryDocuments,
    pub(crate) waf: Waf,
    pub(crate) waf_always: bool,
    pub(crate) fault_sampler: FaultSampler,
    pub(crate) quota_tracker: QuotaTracker,
    pub(crate) sessions: Sessions,
    /// An empty world, for the responses about accounts that do not exist.
    empty_world: World,
}

impl Platforms {
    pub(crate) fn new(
        clock: SimulatedClock,
        world: World,
        replay: Replay,
        documents: QueryDocuments,
        waf_always: bool,
    ) -> Self {
        Self {
            clock,
            world,
            replay,
            faults: FaultRules::default(),
            log: Log::default(),
            documents,
            waf: Waf::default(),
            waf_always,
            fault_sampler: FaultSampler::default(),
            quota_tracker: QuotaTracker::default(),
            sessions: Sessions::default(),
            empty_world: World::default(),
        }
    }

    pub(crate) fn deliver(&self, request: &Request) -> Delivery {
        if let Some(picture) = pictures::response(request) {
            return picture.into();
        }
        let now = self.clock.now();
        let route = Route::of(request, &self.documents, now);
        let session = request.session().map(session_hash);
        let caller = Caller {
            session: session.as_deref(),
            address: &request.address,
            class: route.class(),
        };
        self.log.note(caller, now);
        // TikTok ignores Instagram sessions.
        let known = Caller {
            session: caller
                .session
                .filter(|_| route.platform() == Some(Platform::Instagram)),
            ..caller
        };
        let subject = route.subject();
        // A renamed account is requested by its new name and found under its old one.
        let old_name = match &subject {
            Subject::Username(_, name) => self.faults.name_before(name),
            _ => None,
        };
        let requested_by_new_name = old_name.is_some();
        let known_as = old_name.map_or_else(|| route.clone(), |name| route.clone().with_username(&name));
        let names = self.names(&known_as.subject());

        let behind_waf = route.platform() == Some(Platform::Tiktok) && route.is_page();
        let worked = behind_waf && self.waf.admits(request);
        let fault = self
            .faults
            .take(&FaultQuery {
                path: &request.path,
                route: &route,
                names: &names,
                session: known.session,
                worked,
                now,
            })
            .or_else(|| self.earned_fault(&route, known, now))
            .or_else(|| self.sample_fault(&route, known, worked));
        if let Some(rule) = fault {
            if let (FaultKind::HomeRedirectAll, Some(session)) = (rule.fault, known.session) {
                self.sessions.set_fault(session, rule.fault);
            }
            self.log.note_injected(caller, rule.fault, now);
            let faulted = FaultedRequest {
                route: &known_as,
                by_new_name: requested_by_new_name,
                request,
            };
            return self.faulty_delivery(&rule, faulted);
        }
        if behind_waf && self.waf_always && !worked {
            return self.waf.challenge().into();
        }
        self.normal(&known_as, request).into()
    }

    /// Returns the fault caused by the earlier behavior of the request's session or address.
    fn earned_fault(&self, route: &Route, caller: Caller<'_>, now: Millis) -> Option<FaultRule> {
        route.platform()?;
        if let Some(fault) = caller.session.and_then(|session| self.sessions.fault_of(session)) {
            return Some(FaultRule::new(fault));
        }
        let refused = self.quota_tracker.refuse(caller, now)?;
        if let (FaultKind::Challenge, Some(session)) = (refused.fault, caller.session) {
            self.sessions.set_fault(session, refused.fault);
            self.log.note_challenged(session);
        }
        Some(refused)
    }

    /// Selects a random fault. A fault that concerns the session applies to it permanently.
    fn sample_fault(&self, route: &Route, caller: Caller<'_>, worked: bool) -> Option<FaultRule> {
        let fault = self.fault_sampler.sample(route, caller.session, worked)?;
        if let Some(session) = caller.session.filter(|_| fault.is_about_sessions()) {
            self.sessions.set_fault(session, fault);
        }
        Some(FaultRule::new(fault))
    }

    /// Returns the platform's response without faults.
    pub(crate) fn normal(&self, route: &Route, request: &Request) -> SimulatedResponse {
        Self::refused(route, request).unwrap_or_else(|| self.accepted(route))
    }

    /// Returns the response to a request that is not refused.
    fn accepted(&self, route: &Route) -> SimulatedResponse {
        let now = self.clock.now();
        let recorded = self.replay.response(route, self.clock.ahead(), now);
        let response = recorded.unwrap_or_else(|| self.from(&self.world, route));
        match route {
            Route::Instagram(page) if page.is_page() => self.documents.with_scripts(response, now),
            _ => response,
        }
    }

    /// Returns the refusal of a request that is refused for every account.
    pub(crate) fn refused(route: &Route, request: &Request) -> Option<SimulatedResponse> {
        match route {
            Route::Instagram(route) => instagram::refuse(route, request),
            Route::Tiktok(route) => tiktok::refuse(route, request),
            Route::Unknown => None,
        }
    }

    pub(crate) fn missing(&self, route: &Route) -> SimulatedResponse {
        self.from(&self.empty_world, route)
    }

    pub(crate) fn from(&self, world: &World, route: &Route) -> SimulatedResponse {
        match route {
            Route::Instagram(route) => instagram::response(world, &self.documents, route, self.clock.now()),
            Route::Tiktok(route) => tiktok::response(world, route, &self.clock),
            Route::Unknown => SimulatedResponse::html("<html><body>Page not found</body></html>")
                .with_status(axum::http::StatusCode::NOT_FOUND),
        }
    }

    /// Returns the names of the account in a request, as far as the platforms have them: the requested, the first and the current
    /// one.
    fn names(&self, subject: &Subject) -> Vec<String> {
        let mut names = Vec::new();
        if let Subject::Username(_, name) = subject {
            names.push(name.clone());
        } else if let Some(identity) = self.replay.find(subject) {
            names.push(identity.username.clone());
        }
        if let Some(account) = self.world.predecessor(subject) {
            names.push(account.username.clone());
        }
        if let Some(account) = self.world.original(subject) {
            names.push(account.username.clone());
            names.push(account.at(self.clock.now()).username.clone());
        }
        names
    }
}
