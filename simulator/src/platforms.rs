//! Both platforms together: from a request to what is sent back.

use clipmeter_proto::v1::Platform;

use crate::{
    answer::Answer,
    caller::Caller,
    chaos::Lots,
    clock::{Clock, Millis},
    faults::{Delivery, FaultBook, FaultKind, FaultRule, Sought},
    instagram::{self, Documents},
    log::{Log, session_hash},
    quota::Meter,
    replay::Replay,
    request::Request,
    route::{Route, Subject},
    sessions::Sessions,
    spoiled::Known,
    tiktok::{self, waf::Waf},
    world::World,
};

/// Everything an answer depends on.
#[derive(Debug)]
pub(crate) struct Platforms {
    pub(crate) clock: Clock,
    pub(crate) world: World,
    pub(crate) replay: Replay,
    pub(crate) faults: FaultBook,
    pub(crate) log: Log,
    pub(crate) documents: Documents,
    pub(crate) waf: Waf,
    pub(crate) waf_always: bool,
    pub(crate) lots: Lots,
    pub(crate) meter: Meter,
    pub(crate) sessions: Sessions,
    /// A world without anyone, for the answers about accounts that do not exist.
    nobody: World,
}

impl Platforms {
    pub(crate) fn new(
        clock: Clock,
        world: World,
        replay: Replay,
        documents: Documents,
        waf_always: bool,
    ) -> Self {
        Self {
            clock,
            world,
            replay,
            faults: FaultBook::default(),
            log: Log::default(),
            documents,
            waf: Waf::default(),
            waf_always,
            lots: Lots::default(),
            meter: Meter::default(),
            sessions: Sessions::default(),
            nobody: World::default(),
        }
    }

    pub(crate) fn deliver(&self, request: &Request) -> Delivery {
        let now = self.clock.now();
        let route = Route::of(request, &self.documents, now);
        let session = request.session().map(session_hash);
        let caller = Caller {
            session: session.as_deref(),
            address: &request.address,
            class: route.class(),
        };
        self.log.note(caller, now);
        // TikTok does not look at a session of Instagram's, should one be sent there.
        let known = Caller {
            session: caller
                .session
                .filter(|_| route.platform() == Some(Platform::Instagram)),
            ..caller
        };
        let subject = route.subject();
        // An account that was renamed is asked for by its new name and found under its old one.
        let old_name = match &subject {
            Subject::Username(_, name) => self.faults.name_before(name),
            _ => None,
        };
        let asked_by_new_name = old_name.is_some();
        let known_as = old_name.map_or_else(|| route.clone(), |name| route.clone().with_username(&name));
        let names = self.names(&known_as.subject());

        let behind_waf = route.platform() == Some(Platform::Tiktok) && route.is_page();
        let worked = behind_waf && self.waf.admits(request);
        let fault = self
            .faults
            .take(&Sought {
                path: &request.path,
                route: &route,
                names: &names,
                session: known.session,
                worked,
                now,
            })
            .or_else(|| self.distrust(&route, known, now))
            .or_else(|| self.lot(&route, known, worked));
        if let Some(rule) = fault {
            if let (FaultKind::HomeRedirectAll, Some(session)) = (rule.fault, known.session) {
                self.sessions.spoil(session, rule.fault);
            }
            self.log.note_spoiled(caller, rule.fault, now);
            let asked = Known {
                route: &known_as,
                by_new_name: asked_by_new_name,
                request,
            };
            return self.spoiled(&rule, asked);
        }
        if behind_waf && self.waf_always && !worked {
            return self.waf.challenge().into();
        }
        self.normal(&known_as, request).into()
    }

    /// How a request is refused because of what its session or address has done before.
    fn distrust(&self, route: &Route, caller: Caller<'_>, now: Millis) -> Option<FaultRule> {
        route.platform()?;
        if let Some(fault) = caller.session.and_then(|session| self.sessions.fault_of(session)) {
            return Some(FaultRule::new(fault));
        }
        let refused = self.meter.refuse(caller, now)?;
        if let (FaultKind::Challenge, Some(session)) = (refused.fault, caller.session) {
            self.sessions.spoil(session, refused.fault);
            self.log.note_burnt(session);
        }
        Some(refused)
    }

    /// What befalls a request by lot. What is a matter of its session befalls the session for good.
    fn lot(&self, route: &Route, caller: Caller<'_>, worked: bool) -> Option<FaultRule> {
        let fault = self.lots.draw(route, caller.session, worked)?;
        if let Some(session) = caller.session.filter(|_| fault.is_about_sessions()) {
            self.sessions.spoil(session, fault);
        }
        Some(FaultRule::new(fault))
    }

    /// The answer of a platform in good order.
    pub(crate) fn normal(&self, route: &Route, request: &Request) -> Answer {
        Self::refused(route, request).unwrap_or_else(|| self.readily(route))
    }

    /// The answer to a request that is not refused.
    fn readily(&self, route: &Route) -> Answer {
        let now = self.clock.now();
        let recorded = self.replay.answer(route, self.clock.ahead(), now);
        let answer = recorded.unwrap_or_else(|| self.from(&self.world, route));
        match route {
            Route::Instagram(page) if page.is_page() => self.documents.with_scripts(answer, now),
            _ => answer,
        }
    }

    /// The refusal of a request that no answer would be given to, whoever it is about.
    pub(crate) fn refused(route: &Route, request: &Request) -> Option<Answer> {
        match route {
            Route::Instagram(route) => instagram::refuse(route, request),
            Route::Tiktok(route) => tiktok::refuse(route, request),
            Route::Unknown => None,
        }
    }

    pub(crate) fn missing(&self, route: &Route) -> Answer {
        self.from(&self.nobody, route)
    }

    pub(crate) fn from(&self, world: &World, route: &Route) -> Answer {
        match route {
            Route::Instagram(route) => instagram::answer(world, &self.documents, route, self.clock.now()),
            Route::Tiktok(route) => tiktok::answer(world, route, &self.clock),
            Route::Unknown => Answer::html("<html><body>Page not found</body></html>")
                .with_status(axum::http::StatusCode::NOT_FOUND),
        }
    }

    /// The names of the account that a request is about, as far as the platforms know it: the one asked for, the first
    /// one and the present one.
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
