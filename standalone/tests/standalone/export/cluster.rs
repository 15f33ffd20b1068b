//! Applies resources as a cluster does: the API server validates them, and the operator sends them to the API.

use clipmeter_api::Api;
use clipmeter_crds::{
    ClientGroup, Cost, DeletionPolicy, InstagramAccount, ScrapePolicy, ScraperPool, TikTokAccount,
    TikTokVideo, definitions,
};
use clipmeter_proto::v1::cost::Model;
use clipmeter_proto::v1::tracking_client::TrackingClient;
use clipmeter_proto::v1::{
    self, BasePlus, NoCost, PerMille, Platform, PoolProxy, SyncGroupRequest, SyncPolicyRequest,
    SyncScraperPoolsRequest, SyncTrackedRequest, TrackedKind, TrackedName,
};
use kube_cel::Validator;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio_stream::wrappers::TcpListenerStream;
use tonic::Request;
use tonic::transport::{Channel, Endpoint, Server};

/// Validates an object against the schema and rules of its definition.
pub(super) fn validate(object: &Value) -> Result<(), Vec<String>> {
    let definition = definitions()
        .unwrap()
        .into_iter()
        .find(|definition| definition.spec.names.kind == object["kind"])
        .unwrap();
    let schema = definition.spec.versions[0].schema.clone().unwrap();
    let schema = serde_json::to_value(schema.open_api_v3_schema.unwrap()).unwrap();
    if let Err(error) = jsonschema::validate(&schema, object) {
        return Err(vec![error.to_string()]);
    }
    Validator::new()
        .validate(&schema, object, None)
        .map_err(|errors| errors.into_vec().into_iter().map(|error| error.message).collect())
}

/// Sends the API what the operator would send.
pub(super) struct Cluster {
    client: TrackingClient<Channel>,
    token: String,
}

impl Cluster {
    pub(super) async fn of(api: &Api) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let routes = api.grpc_routes(api.token_authenticator());
        tokio::spawn(
            Server::builder()
                .add_routes(routes)
                .serve_with_incoming(TcpListenerStream::new(listener)),
        );
        let channel = Endpoint::from_shared(format!("http://{address}"))
            .unwrap()
            .connect()
            .await
            .unwrap();
        Self {
            client: TrackingClient::new(channel),
            token: api.control_token().unwrap(),
        }
    }

    fn authorized<T>(&self, message: T) -> Request<T> {
        let mut request = Request::new(message);
        let bearer = format!("Bearer {}", self.token).parse().unwrap();
        request.metadata_mut().insert("authorization", bearer);
        request
    }

    /// Sends all scraper pools among the objects.
    pub(super) async fn apply_pools(&self, objects: &[Value]) {
        let pools = objects.iter().filter(|object| object["kind"] == "ScraperPool");
        let request = SyncScraperPoolsRequest {
            pools: pools.map(|object| pool(&read(object))).collect(),
        };
        let mut client = self.client.clone();
        client
            .sync_scraper_pools(self.authorized(request))
            .await
            .map(drop)
            .unwrap();
    }

    pub(super) async fn apply(&self, object: &Value) {
        let mut client = self.client.clone();
        match object["kind"].as_str().unwrap() {
            "ScrapePolicy" => {
                let intervals = read::<ScrapePolicy>(object).spec.intervals;
                let request = SyncPolicyRequest {
                    instagram_minutes: intervals.instagram_minutes.unsigned_abs(),
                    tiktok_minutes: intervals.tiktok_minutes.unsigned_abs(),
                };
                client
                    .sync_policy(self.authorized(request))
                    .await
                    .map(drop)
                    .unwrap();
            }
            "ClientGroup" => {
                let request = group(&read(object));
                client
                    .sync_group(self.authorized(request))
                    .await
                    .map(drop)
                    .unwrap();
            }
            _ => {
                let request = tracked(object);
                client
                    .sync_tracked(self.authorized(request))
                    .await
                    .map(drop)
                    .unwrap();
            }
        }
    }
}

fn read<K: DeserializeOwned>(object: &Value) -> K {
    serde_json::from_value(object.clone()).unwrap()
}

fn pool(pool: &ScraperPool) -> v1::ScraperPool {
    let spec = &pool.spec;
    let proxies = Platform::ALL.into_iter().filter_map(|platform| {
        Some(PoolProxy {
            platform: platform.into(),
            proxy: spec.proxies.of(platform)?.to_owned(),
        })
    });
    v1::ScraperPool {
        name: pool.metadata.name.clone().unwrap(),
        region: spec.region.clone().unwrap_or_default(),
        proxies: proxies.collect(),
        session_set: pool.session_set(),
        placed: spec.placement.is_some(),
        managed_by: String::new(),
    }
}

fn group(group: &ClientGroup) -> SyncGroupRequest {
    let spec = &group.spec;
    let intervals = spec.intervals.unwrap_or_default();
    SyncGroupRequest {
        group: group.metadata.name.clone().unwrap(),
        namespace: group.target_namespace(),
        display_name: spec.display_name.clone(),
        description: spec.description.clone().unwrap_or_default(),
        suspended: spec.suspend,
        max_instagram_accounts: spec.limits.instagram_accounts.unsigned_abs(),
        max_tiktok_accounts: spec.limits.tiktok_accounts.unsigned_abs(),
        instagram_minutes: intervals.instagram_minutes.map(i32::unsigned_abs),
        tiktok_minutes: intervals.tiktok_minutes.map(i32::unsigned_abs),
        cost: spec.cost.map(cost),
        currency: spec.currency.clone(),
        time_zone: spec.time_zone.clone(),
        retain: spec.deletion_policy == DeletionPolicy::Retain,
        purge_after_seconds: group
            .purge_after()
            .map(|after| u32::try_from(after.as_secs()).unwrap()),
        max_tiktok_videos: Some(spec.limits.tiktok_videos.unsigned_abs()),
        scraper_pool: spec.scraper_pool.clone().unwrap_or_default(),
        allowed_scraper_pools: spec.allowed_scraper_pools.clone(),
        ..SyncGroupRequest::default()
    }
}

fn tracked(object: &Value) -> SyncTrackedRequest {
    let (kind, subject, suspended, interval, own_cost, pool, kept) = match object["kind"].as_str().unwrap() {
        "InstagramAccount" => {
            let spec = read::<InstagramAccount>(object).spec;
            let kind = TrackedKind::InstagramAccount;
            (
                kind,
                spec.username,
                spec.suspend,
                spec.interval_minutes,
                spec.cost,
                spec.scraper_pool,
                spec.deletion_policy,
            )
        }
        "TikTokAccount" => {
            let spec = read::<TikTokAccount>(object).spec;
            let kind = TrackedKind::TiktokAccount;
            (
                kind,
                spec.username,
                spec.suspend,
                spec.interval_minutes,
                spec.cost,
                spec.scraper_pool,
                spec.deletion_policy,
            )
        }
        _ => {
            let spec = read::<TikTokVideo>(object).spec;
            let kind = TrackedKind::TiktokVideo;
            (
                kind,
                spec.url,
                spec.suspend,
                None,
                None,
                None,
                spec.deletion_policy,
            )
        }
    };
    let metadata = &object["metadata"];
    SyncTrackedRequest {
        name: Some(TrackedName {
            group: metadata["namespace"].as_str().unwrap()["cg-".len()..].to_owned(),
            kind: kind.into(),
            object: metadata["name"].as_str().unwrap().to_owned(),
        }),
        subject,
        suspended,
        interval_minutes: interval.map(i32::unsigned_abs),
        cost: own_cost.map(cost),
        retain: kept.map(|policy| policy == DeletionPolicy::Retain),
        scraper_pool: pool.unwrap_or_default(),
        ..SyncTrackedRequest::default()
    }
}

fn cost(cost: Cost) -> v1::Cost {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "amounts are below 2^53 millionths"
    )]
    let millionths = |amount: f64| (amount * 1e6).round() as i64;
    let model = match cost {
        Cost::Flat { cost } => Model::Flat(millionths(cost)),
        Cost::PerMille { rate, cap } => Model::PerMille(PerMille {
            rate: millionths(rate),
            cap: cap.map(millionths),
        }),
        Cost::BasePlus { base, rate, max } => Model::BasePlus(BasePlus {
            base: millionths(base),
            rate: millionths(rate),
            max: max.map(millionths),
        }),
        Cost::None {} => Model::None(NoCost {}),
    };
    v1::Cost { model: Some(model) }
}
