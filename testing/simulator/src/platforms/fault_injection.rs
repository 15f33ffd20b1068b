//! Applies faults that depend on the account in the request, the kind of reference to it, or earlier requests.

use super::Platforms;
use crate::{
    faults::{Delivery, FaultKind, FaultRule, inject_fault},
    request::{PageParams, Request, Subject},
    response::SimulatedResponse,
    route::Route,
    tiktok::{self, waf::Waf},
    world::World,
};

/// Host of share links with further redirects.
const LINK_HOST: &str = "https://vm.tiktok.com";

/// The query parameter that counts the redirects of such a link.
const HOP: &str = "hop";

/// A request with an injected fault.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FaultedRequest<'a> {
    /// The subject of the request, under the account's first name.
    pub(crate) route: &'a Route,
    /// Whether the request uses the name that the account has because of a fault.
    pub(crate) by_new_name: bool,
    pub(crate) request: &'a Request,
}

impl Platforms {
    pub(crate) fn faulty_delivery(&self, rule: &FaultRule, faulted: FaultedRequest<'_>) -> Delivery {
        let FaultedRequest { route, request, .. } = faulted;
        let normal = || self.normal(route, request);
        match rule.fault {
            FaultKind::Waf => self.waf.challenge().into(),
            FaultKind::WafUnsolvable => Waf::unsolvable().into(),
            FaultKind::Renamed => self.renamed(rule, faulted).into(),
            FaultKind::Recycled => self.recycled(rule, faulted).into(),
            FaultKind::Swapped => self.swapped(faulted).into(),
            FaultKind::RepeatPage => self.repeated(faulted).into(),
            FaultKind::LinkHops => hop(rule, request).unwrap_or_else(normal).into(),
            FaultKind::Recorded => {
                let recording = rule.recording.as_deref().unwrap_or_default();
                let response = self.replay.file(recording, self.clock.ahead());
                response.unwrap_or_else(normal).into()
            }
            _ => inject_fault(rule, route, normal, || self.missing(route)).unwrap_or_else(|| normal().into()),
        }
    }

    /// Under its old name, the account is missing; under its new name, or by ID, it exists with the new name.
    fn renamed(&self, rule: &FaultRule, faulted: FaultedRequest<'_>) -> SimulatedResponse {
        let by_old_name = matches!(faulted.route.subject(), Subject::Username(..)) && !faulted.by_new_name;
        let (Some(old), Some(new), false) = (&rule.username, rule.new_username(), by_old_name) else {
            return self.missing(faulted.route);
        };
        let response = self.normal(faulted.route, faulted.request);
        let body =
            String::from_utf8_lossy(&response.body).replace(&format!("\"{old}\""), &format!("\"{new}\""));
        SimulatedResponse {
            body: body.into(),
            ..response
        }
    }

    /// Under its old name, and by the IDs of the new owner, another account exists; by its own IDs, the account exists with the
    /// new name. Recorded accounts have no new owner.
    fn recycled(&self, rule: &FaultRule, faulted: FaultedRequest<'_>) -> SimulatedResponse {
        let subject = faulted.route.subject();
        let taken = match &subject {
            Subject::Username(..) if !faulted.by_new_name => self.world.original(&subject),
            _ => self.world.predecessor(&subject),
        };
        match taken {
            Some(account) => {
                let world = World::of_new_owner(account);
                Self::refused(faulted.route, faulted.request)
                    .unwrap_or_else(|| self.from(&world, faulted.route))
            }
            None => self.renamed(rule, faulted),
        }
    }

    /// Returns the response to the same request about another account, or about one of its items: similar responses are mixed up.
    /// A request about no account is unaffected.
    fn swapped(&self, faulted: FaultedRequest<'_>) -> SimulatedResponse {
        let now = self.clock.now();
        let found = self.world.original(&faulted.route.subject());
        let other = found.and_then(|account| self.world.another(account));
        match other {
            Some(other) => self.normal(&faulted.route.clone().about(&other.at(now), now), faulted.request),
            None => self.normal(faulted.route, faulted.request),
        }
    }

    /// Returns the first page for every request of the device that was the first to request the list.
    fn repeated(&self, faulted: FaultedRequest<'_>) -> SimulatedResponse {
        let device = faulted.request.query("device_id").unwrap_or_default();
        match faulted.route {
            Route::Tiktok(tiktok::Route::ItemList { sec_uid, page })
                if self.faults.is_first_device(sec_uid, device) =>
            {
                let first = tiktok::Route::ItemList {
                    sec_uid: sec_uid.clone(),
                    page: PageParams {
                        size: page.size,
                        after: None,
                    },
                };
                self.normal(&Route::Tiktok(first), faulted.request)
            }
            _ => self.normal(faulted.route, faulted.request),
        }
    }
}

/// Returns the next redirect of a share link; `None` if the last one leads to its video.
fn hop(rule: &FaultRule, request: &Request) -> Option<SimulatedResponse> {
    let hop: u32 = request.query(HOP).and_then(|hop| hop.parse().ok()).unwrap_or(0);
    if hop < rule.hops.unwrap_or(0) {
        let next = format!("{LINK_HOST}{}?{HOP}={}", request.path, hop + 1);
        return Some(SimulatedResponse::redirect(&next));
    }
    rule.location.as_deref().map(SimulatedResponse::redirect)
}
