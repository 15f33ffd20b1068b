//! Proxies for requests to the platforms.

use chrono::{DateTime, Utc};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::PlatformName;
use super::present::present;

/// A proxy, without its credentials.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Proxy {
    /// Permanent ID.
    #[schema(example = 2)]
    pub id: i64,
    /// The name given by an admin.
    #[schema(example = "Frankfurt")]
    pub name: String,
    /// Scheme, host and port. Empty when the proxy was encrypted with a key that this installation no longer has:
    /// delete it and add it again.
    #[schema(example = "socks5://proxy.example.com:1080")]
    pub address: String,
    /// The platform whose runs use the proxy; null when only sessions that name it use it.
    pub serves: Option<PlatformName>,
    /// Number of sessions that use the proxy.
    #[schema(example = 4)]
    pub sessions: i64,
    /// End of the proxy's cooldown after a platform refused it.
    pub blocked_until: Option<DateTime<Utc>>,
    /// The code of the outcome that caused the cooldown.
    #[schema(example = "blocked")]
    pub blocked_for: Option<String>,
}

/// All proxies.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Proxies {
    /// Sorted by name.
    pub proxies: Vec<Proxy>,
}

/// A proxy to add.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Frankfurt", "url": "socks5://ann:password@proxy.example.com:1080", "serves": "instagram"}))]
pub struct AddProxy {
    /// 1 to 60 characters, unique.
    pub name: String,
    /// `http://`, `https://` or `socks5://`, with port, and credentials if required. Stored encrypted and never shown.
    #[schema(value_type = String)]
    pub url: SecretString,
    /// The platform whose runs use the proxy, at most one proxy per platform; omitted or null: none, only sessions that
    /// name it.
    #[serde(default)]
    pub serves: Option<PlatformName>,
}

/// The changes to a session of the pool.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"proxy_id": 2}))]
pub struct UpdateSession {
    /// The proxy of the session; null: the proxy of the platform's runs. Omitted: unchanged.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<i64>)]
    pub proxy_id: Option<Option<i64>>,
}
