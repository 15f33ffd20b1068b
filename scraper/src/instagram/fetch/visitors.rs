//! Everybody that Instagram sees of one run: the guest, and each session that the run was lent.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use clipmeter_proto::v1::{self, Address};
use secrecy::SecretString;

use super::session::Session;
use super::visitor::{Memory, Visitor};
use crate::error::ScraperError;
use crate::random::Random;
use crate::transport::{Exits, Line};

/// Letters of the random token that cookie and header must agree on.
const CSRF_LENGTH: usize = 32;

/// The visitors of a run.
pub(super) struct Visitors {
    pub(super) guest: Arc<Visitor>,
    exits: Exits,
    random: Arc<Random>,
    /// Names the address of those without a proxy of their own.
    address: String,
    /// By session; none for one that cannot be sent.
    met: Mutex<BTreeMap<i64, Option<Arc<Visitor>>>>,
}

/// A session that a run was lent.
pub(super) enum Met {
    /// The visitor that it is.
    Visitor(Arc<Visitor>),
    /// It cannot be sent at all, which was not known before.
    Malformed,
    /// Likewise, as is known.
    Useless,
}

impl Visitors {
    /// A guest who leaves from this address, and nobody else yet.
    pub(super) fn new(exits: Exits, random: Arc<Random>, address: &Address) -> Result<Self, ScraperError> {
        let line = Line {
            transport: exits.through(None)?,
            session_id: 0,
        };
        let memory = Memory::recalled(&address.resting, &address.works);
        let csrf_token = random.hex(CSRF_LENGTH);
        Ok(Self {
            guest: Arc::new(Visitor::new(None, line, address.key.clone(), csrf_token, memory)),
            exits,
            random,
            address: address.key.clone(),
            met: Mutex::default(),
        })
    }

    /// Whether the run was lent more than one session.
    pub(super) fn has_several_sessions(&self) -> bool {
        self.met.lock().unwrap_or_else(PoisonError::into_inner).len() > 1
    }

    /// Who has this session: whoever had it earlier in this run, who learns what other runs have found since, else somebody new. An error
    /// means that its proxy cannot be used; it must not leave by another way.
    pub(super) fn meet(&self, lent: &v1::Session) -> Result<Met, ScraperError> {
        let mut met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = met.get(&lent.session_id) {
            let Some(known) = known else {
                return Ok(Met::Useless);
            };
            known.hear(&lent.resting);
            return Ok(Met::Visitor(Arc::clone(known)));
        }
        let Some(session) = Session::new(lent) else {
            met.insert(lent.session_id, None);
            return Ok(Met::Malformed);
        };
        let proxy = Some(&lent.proxy).filter(|proxy| !proxy.is_empty());
        let line = Line {
            transport: self.exits.through(proxy.cloned().map(SecretString::from))?,
            session_id: session.id,
        };
        let address = if proxy.is_some() {
            String::new()
        } else {
            self.address.clone()
        };
        let memory = Memory::recalled(&lent.resting, &lent.works);
        let csrf_token = self.random.hex(CSRF_LENGTH);
        let visitor = Arc::new(Visitor::new(Some(session), line, address, csrf_token, memory));
        met.insert(lent.session_id, Some(Arc::clone(&visitor)));
        Ok(Met::Visitor(visitor))
    }
}
