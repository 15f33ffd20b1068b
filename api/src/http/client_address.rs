//! Where a request comes from.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use http::request::Parts;

use crate::auth::UNKNOWN_ADDRESS;

/// The address of the other end of the connection. Headers that claim another one are not believed.
pub(crate) struct ClientAddress(pub IpAddr);

impl<S: Send + Sync> FromRequestParts<S> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(parts))
    }
}

impl ClientAddress {
    /// The address that a request came from.
    pub(crate) fn of(parts: &Parts) -> Self {
        let info = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        Self(info.map_or(UNKNOWN_ADDRESS, |ConnectInfo(address)| address.ip()))
    }
}
