//! Converts rows into resources. Pure.
//!
//! The resources are written as JSON, because their types depend on a Kubernetes client. A test reads them with those types and
//! validates them against their schemas.

use std::collections::HashMap;

use clipmeter_db::cost::{CostModel, StoredCost};
use clipmeter_db::scraper_pools::StoredPool;
use clipmeter_db::tracking::resources::{AccountEntry, GroupEntry, Inventory, VideoEntry};
use clipmeter_domain::VideoAddress;
use clipmeter_domain::group::purge_after;
use clipmeter_domain::object_name::{account_name, group_name, group_namespace, video_name};
use clipmeter_proto::v1::Platform;
use clipmeter_runtime::saturate;
use serde_json::{Value, json};

/// The resources of an installation.
#[derive(Debug)]
pub(super) struct Manifests {
    pub(super) policy: Value,
    pub(super) pools: Vec<Value>,
    pub(super) groups: Vec<GroupManifests>,
    /// Warnings for users about scraper pools.
    pub(super) remarks: Vec<String>,
}

/// The resources of a group.
#[derive(Debug)]
pub(super) struct GroupManifests {
    /// The name of the `ClientGroup`.
    pub(super) name: String,
    pub(super) group: Value,
    pub(super) tracked: Vec<Value>,
    /// Warnings for users: what a cluster would reject.
    pub(super) remarks: Vec<String>,
}

pub(super) fn manifests(inventory: &Inventory) -> Manifests {
    let mut accounts: HashMap<i64, Vec<&AccountEntry>> = HashMap::new();
    for account in &inventory.accounts {
        accounts.entry(account.group_id).or_default().push(account);
    }
    let mut videos: HashMap<i64, Vec<&VideoEntry>> = HashMap::new();
    for video in &inventory.videos {
        videos.entry(video.group_id).or_default().push(video);
    }
    let groups = inventory.groups.iter().map(|entry| {
        let accounts = accounts.remove(&entry.id).unwrap_or_default();
        group_manifests(entry, &accounts, &videos.remove(&entry.id).unwrap_or_default())
    });
    Manifests {
        // Only settings that the installation has changed: the rest keeps its defaults.
        policy: resource(
            "ScrapePolicy",
            &json!({"name": "default"}),
            &json!({"intervals": {
                "instagramMinutes": inventory.intervals.of(Platform::Instagram),
                "tiktokMinutes": inventory.intervals.of(Platform::Tiktok),
            }}),
        ),
        pools: inventory.pools.iter().map(pool_manifest).collect(),
        groups: groups.collect(),
        remarks: inventory.pools.iter().filter_map(without_proxy).collect(),
    }
}

fn pool_manifest(entry: &StoredPool) -> Value {
    let mut spec = json!({"sessionSet": entry.session_set});
    if !entry.region.is_empty() {
        spec["region"] = json!(entry.region);
    }
    for (platform, proxy) in &entry.proxies {
        spec["proxies"][platform.code()] = json!(proxy);
    }
    resource("ScraperPool", &json!({"name": entry.name}), &spec)
}

/// A pool without a proxy has no address of its own until its nodes are selected.
fn without_proxy(entry: &StoredPool) -> Option<String> {
    let platforms = Platform::ALL
        .into_iter()
        .filter(|platform| !entry.proxies.contains_key(platform));
    let names: Vec<&str> = platforms.map(|platform| platform.descriptor().name).collect();
    (!names.is_empty()).then(|| {
        format!(
            "the scraper pool {} has no proxy for {}: select its nodes with spec.placement, or it uses the address of other scrapers",
            entry.name,
            names.join(" and ")
        )
    })
}

fn group_manifests(entry: &GroupEntry, accounts: &[&AccountEntry], videos: &[&VideoEntry]) -> GroupManifests {
    let (name, namespace, group) = client_group(entry);
    let mut remarks = over_limit(entry, accounts, videos.len());
    let mut tracked: Vec<Value> = accounts
        .iter()
        .map(|account| account_manifest(account, &namespace))
        .collect();
    for video in videos {
        match video_manifest(video, &namespace) {
            Some(manifest) => tracked.push(manifest),
            None => remarks.push(format!(
                "{} tracks {}, which is not the address of a video",
                entry.name, video.url
            )),
        }
    }
    GroupManifests {
        name,
        group,
        tracked,
        remarks,
    }
}

/// Builds the resource of a group, with the name and the namespace that it has or will have.
fn client_group(entry: &GroupEntry) -> (String, String, Value) {
    let name = entry.resource.clone().unwrap_or_else(|| group_name(&entry.name));
    let default = group_namespace(&name);
    let namespace = entry.namespace.clone().unwrap_or_else(|| default.clone());
    let mut spec = json!({
        "displayName": entry.name,
        "suspend": !entry.is_active,
        "limits": {
            "instagramAccounts": entry.max_instagram_accounts,
            "tiktokAccounts": entry.max_tiktok_accounts,
            "tiktokVideos": entry.max_tiktok_videos,
        },
        "deletionPolicy": deletion_policy(entry.retain),
    });
    if let Some(purge_after) = purge_after(entry.purge_after_seconds) {
        spec["purgeAfter"] = json!(purge_after);
    }
    if !entry.description.is_empty() {
        spec["description"] = json!(entry.description);
    }
    if namespace != default {
        spec["namespace"] = json!(namespace);
    }
    for (field, minutes) in [
        ("instagramMinutes", entry.instagram_interval),
        ("tiktokMinutes", entry.tiktok_interval),
    ] {
        if let Some(minutes) = minutes {
            spec["intervals"][field] = json!(minutes);
        }
    }
    if let Some(cost) = entry.cost {
        spec["cost"] = resource_cost(cost.0);
    }
    if let Some(currency) = &entry.currency {
        spec["currency"] = json!(currency);
    }
    if let Some(zone) = &entry.time_zone {
        spec["timeZone"] = json!(zone);
    }
    if let Some(pool) = &entry.scraper_pool {
        spec["scraperPool"] = json!(pool);
    }
    if !entry.allowed_scraper_pools.is_empty() {
        spec["allowedScraperPools"] = json!(entry.allowed_scraper_pools);
    }
    let resource = resource("ClientGroup", &json!({"name": name}), &spec);
    (name, namespace, resource)
}

fn deletion_policy(retain: bool) -> &'static str {
    if retain { "Retain" } else { "Delete" }
}

/// A quota of the cluster rejects accounts and videos beyond a limit, including those that predate the limit.
fn over_limit(entry: &GroupEntry, accounts: &[&AccountEntry], videos: usize) -> Vec<String> {
    let of = |platform| {
        accounts
            .iter()
            .filter(|account| account.platform == platform)
            .count()
    };
    [
        ("Instagram accounts", of(Platform::Instagram), entry.max_instagram_accounts),
        ("TikTok accounts", of(Platform::Tiktok), entry.max_tiktok_accounts),
        ("single TikTok videos", videos, entry.max_tiktok_videos),
    ]
    .into_iter()
    .filter(|(_, count, limit)| saturate::<i32>(*count) > *limit)
    .map(|(what, count, limit)| {
        format!(
            "{} tracks {count} {what} and may track {limit}: raise the limit, or the cluster refuses the others",
            entry.name
        )
    })
    .collect()
}

fn account_manifest(entry: &AccountEntry, namespace: &str) -> Value {
    let name = entry
        .resource
        .clone()
        .unwrap_or_else(|| account_name(&entry.username));
    let mut spec = json!({"username": entry.username, "suspend": entry.suspended});
    if let Some(minutes) = entry.interval_minutes {
        spec["intervalMinutes"] = json!(minutes);
    }
    if let Some(cost) = entry.cost {
        spec["cost"] = resource_cost(cost.0);
    }
    if let Some(pool) = &entry.scraper_pool {
        spec["scraperPool"] = json!(pool);
    }
    if let Some(retain) = entry.retain {
        spec["deletionPolicy"] = json!(deletion_policy(retain));
    }
    let kind = entry.platform.descriptor().account_resource;
    resource(kind, &json!({"name": name, "namespace": namespace}), &spec)
}

fn video_manifest(entry: &VideoEntry, namespace: &str) -> Option<Value> {
    let by_id = entry
        .video_id
        .as_ref()
        .map(|id| format!("https://www.tiktok.com/@/video/{id}"));
    let address = [Some(entry.url.clone()), by_id]
        .into_iter()
        .flatten()
        .find_map(|url| VideoAddress::parse(&url))?;
    let name = entry.resource.clone().unwrap_or_else(|| video_name(&address));
    let (VideoAddress::Video { url, .. } | VideoAddress::Short { url }) = address;
    let metadata = json!({"name": name, "namespace": namespace});
    let mut spec = json!({"url": url, "suspend": entry.suspended});
    if let Some(retain) = entry.retain {
        spec["deletionPolicy"] = json!(deletion_policy(retain));
    }
    Some(resource("TikTokVideo", &metadata, &spec))
}

/// Converts the cost to the field names of the resources.
fn resource_cost(cost: StoredCost) -> Value {
    let (base, rate) = (cost.base.unwrap_or_default(), cost.rate.unwrap_or_default());
    let (mut fields, cap) = match cost.model {
        CostModel::None => (json!({"model": "none"}), None),
        CostModel::Flat => (json!({"model": "flat", "cost": base}), None),
        CostModel::PerMille => (json!({"model": "per_mille", "rate": rate}), Some("cap")),
        CostModel::BasePlus => (
            json!({"model": "base_plus", "base": base, "rate": rate}),
            Some("max"),
        ),
    };
    if let (Some(field), Some(amount)) = (cap, cost.cap) {
        fields[field] = json!(amount);
    }
    fields
}

fn resource(kind: &str, metadata: &Value, spec: &Value) -> Value {
    json!({"apiVersion": "clipmeter.io/v1beta1", "kind": kind, "metadata": metadata, "spec": spec})
}
