//! All clients of one run: the anonymous one, and one for each leased session.

use std::collections::BTreeMap;
use std::sync::Arc;

use clipmeter_proto::v1::{self, Address};
use clipmeter_runtime::Random;
use parking_lot::Mutex;
use secrecy::SecretString;

use super::client::{ClientState, WebClient};
use super::session::Session;
use crate::core::fetcher::{Connection, TransportPool};
use crate::error::ScraperError;

/// Length of the random token that cookie and header must agree on.
const CSRF_LENGTH: usize = 32;

/// The clients of a run.
pub(super) struct WebClients {
    pub(super) anonymous: Arc<WebClient>,
    transports: TransportPool,
    random: Arc<Random>,
    /// Key of the address of clients without their own proxy.
    address: String,
    /// Clients by session; none for a session that cannot be sent.
    session_clients: Mutex<BTreeMap<i64, Option<Arc<WebClient>>>>,
}

/// A leased session as a client.
pub(super) enum SessionClient {
    Ready(Arc<WebClient>),
    /// The session cannot be sent at all, which is detected for the first time.
    Malformed,
    /// The session cannot be sent, as detected before.
    Unusable,
}

impl WebClients {
    /// Creates the clients of a run with an anonymous one at this address.
    pub(super) fn new(
        transports: TransportPool,
        random: Arc<Random>,
        address: &Address,
    ) -> Result<Self, ScraperError> {
        let connection = Connection {
            transport: transports.via(None)?,
            session_id: 0,
        };
        let state = ClientState::restored(&address.cooldowns, &address.works);
        let csrf_token = random.hex(CSRF_LENGTH);
        Ok(Self {
            anonymous: Arc::new(WebClient::new(
                None,
                connection,
                address.key.clone(),
                csrf_token,
                state,
            )),
            transports,
            random,
            address: address.key.clone(),
            session_clients: Mutex::default(),
        })
    }

    /// Returns whether the run leased more than one session.
    pub(super) fn has_several_sessions(&self) -> bool {
        self.session_clients.lock().len() > 1
    }

    /// Returns the client of this session: the existing one of this run, with cooldowns that other runs have caused since, otherwise a
    /// new one. An error means that its proxy cannot be used; requests must not be sent any other way.
    pub(super) fn session_client(&self, leased: &v1::Session) -> Result<SessionClient, ScraperError> {
        let mut session_clients = self.session_clients.lock();
        if let Some(known) = session_clients.get(&leased.session_id) {
            let Some(known) = known else {
                return Ok(SessionClient::Unusable);
            };
            known.add_cooldowns(&leased.cooldowns);
            return Ok(SessionClient::Ready(Arc::clone(known)));
        }
        let Some(session) = Session::new(leased) else {
            session_clients.insert(leased.session_id, None);
            return Ok(SessionClient::Malformed);
        };
        let proxy = Some(&leased.proxy).filter(|proxy| !proxy.is_empty());
        let connection = Connection {
            transport: self.transports.via(proxy.cloned().map(SecretString::from))?,
            session_id: session.id,
        };
        let address = if proxy.is_some() {
            String::new()
        } else {
            self.address.clone()
        };
        let state = ClientState::restored(&leased.cooldowns, &leased.works);
        let csrf_token = self.random.hex(CSRF_LENGTH);
        let client = Arc::new(WebClient::new(
            Some(session),
            connection,
            address,
            csrf_token,
            state,
        ));
        session_clients.insert(leased.session_id, Some(Arc::clone(&client)));
        Ok(SessionClient::Ready(client))
    }
}
