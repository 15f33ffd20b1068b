//! Proxies that requests leave through.

use chrono::{DateTime, Utc};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::PlatformName;
use super::present::present;

/// A proxy, without its credentials.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Proxy {
    /// Names it for good.
    #[schema(example = 2)]
    pub id: i64,
    /// What admins call it.
    #[schema(example = "Frankfurt")]
    pub name: String,
    /// Scheme, host and port. Empty when it was encrypted with a key that this installation has no longer: delete it, and
    /// add it again.
    #[schema(example = "socks5://proxy.example.com:1080")]
    pub address: String,
    /// The platform whose runs leave through it; null when only sessions do that name it.
    pub serves: Option<PlatformName>,
    /// Sessions that name it.
    #[schema(example = 4)]
    pub sessions: i64,
    /// Nothing is sent through it before, because a platform refused it.
    pub blocked_until: Option<DateTime<Utc>>,
    /// The outcome's code that it rests for.
    #[schema(example = "blocked")]
    pub blocked_for: Option<String>,
}

/// The proxies.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Proxies {
    /// By name.
    pub proxies: Vec<Proxy>,
}

/// A proxy to add.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Frankfurt", "url": "socks5://ann:password@proxy.example.com:1080", "serves": "instagram"}))]
pub struct AddProxy {
    /// 1 to 60 characters; no other proxy has it.
    pub name: String,
    /// `http://`, `https://` or `socks5://`, with credentials where it wants some, and with its port. It is kept encrypted and shown
    /// to nobody.
    #[schema(value_type = String)]
    pub url: SecretString,
    /// The platform whose runs leave through it, which no other one serves; left out or null: none, only sessions that name it.
    #[serde(default)]
    pub serves: Option<PlatformName>,
}

/// What to change of a session of the pool.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"proxy_id": 2}))]
pub struct UpdateSession {
    /// The proxy that its requests leave through; null: as the platform's runs do. Left out: as it is.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<i64>)]
    pub proxy_id: Option<Option<i64>>,
}
