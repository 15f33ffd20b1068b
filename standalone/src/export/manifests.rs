//! From rows to resources. Pure.

use std::collections::HashMap;

use clipmeter_api::store::cost::{Cost as StoredCost, CostModel};
use clipmeter_api::store::resources::{AccountEntry, GroupEntry, Inventory, VideoEntry};
use clipmeter_crds::{
    ClientGroup, ClientGroupSpec, Cost, GroupIntervals, InstagramAccount, InstagramAccountSpec, Limits,
    TikTokAccount, TikTokAccountSpec, TikTokVideo, TikTokVideoSpec, account_name, group_name, video_name,
};
use clipmeter_proto::v1::Platform;
use clipmeter_rules::VideoAddress;
use serde::Serialize;
use serde_json::{Value, json};

/// The resources of an installation.
#[derive(Debug)]
pub(super) struct Manifests {
    pub(super) policy: Value,
    pub(super) groups: Vec<GroupManifests>,
}

/// The resources of a group.
#[derive(Debug)]
pub(super) struct GroupManifests {
    /// The name of the `ClientGroup`.
    pub(super) name: String,
    pub(super) group: Value,
    pub(super) tracked: Vec<Value>,
    /// For people: what a cluster would refuse.
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
        // Nothing but what the installation has decided: the rest keeps its defaults.
        policy: json!({
            "apiVersion": "clipmeter.io/v1alpha1",
            "kind": "ScrapePolicy",
            "metadata": {"name": "default"},
            "spec": {"intervals": {
                "instagramMinutes": inventory.intervals.instagram,
                "tiktokMinutes": inventory.intervals.tiktok,
            }},
        }),
        groups: groups.collect(),
    }
}

fn group_manifests(entry: &GroupEntry, accounts: &[&AccountEntry], videos: &[&VideoEntry]) -> GroupManifests {
    let resource = client_group(entry);
    let namespace = resource.home();
    let mut remarks = over_limit(entry, accounts);
    let mut tracked: Vec<Value> = accounts
        .iter()
        .map(|account| account_manifest(account, &namespace))
        .collect();
    for video in videos {
        match video_manifest(video, &namespace) {
            Some(manifest) => tracked.push(manifest),
            None => remarks.push(format!(
                "{} tracks {}, which is no address of a video",
                entry.name, video.url
            )),
        }
    }
    GroupManifests {
        name: resource.metadata.name.clone().unwrap_or_default(),
        group: to_value(&resource),
        tracked,
        remarks,
    }
}

fn client_group(entry: &GroupEntry) -> ClientGroup {
    let name = entry.resource.clone().unwrap_or_else(|| group_name(&entry.name));
    let intervals = GroupIntervals {
        instagram_minutes: entry.instagram_interval,
        tiktok_minutes: entry.tiktok_interval,
    };
    let spec = ClientGroupSpec {
        display_name: entry.name.clone(),
        description: (!entry.description.is_empty()).then(|| entry.description.clone()),
        namespace: None,
        suspend: !entry.is_active,
        limits: Limits {
            instagram_accounts: entry.max_instagram_accounts,
            tiktok_accounts: entry.max_tiktok_accounts,
        },
        intervals: (intervals != GroupIntervals::default()).then_some(intervals),
        cost: entry.cost.map(|cost| resource_cost(cost.0)),
        access: Vec::new(),
        deletion_policy: clipmeter_crds::DeletionPolicy::default(),
    };
    let mut group = ClientGroup::new(&name, spec);
    let default = group.home();
    group.spec.namespace = entry.namespace.clone().filter(|namespace| *namespace != default);
    group
}

/// A quota of the cluster refuses what goes beyond a limit, also what was there before the limit.
fn over_limit(entry: &GroupEntry, accounts: &[&AccountEntry]) -> Vec<String> {
    [
        (Platform::Instagram, "Instagram", entry.max_instagram_accounts),
        (Platform::Tiktok, "TikTok", entry.max_tiktok_accounts),
    ]
    .into_iter()
    .filter_map(|(platform, site, limit)| {
        let count = accounts.iter().filter(|account| account.platform == platform).count();
        (i32::try_from(count).unwrap_or(i32::MAX) > limit).then(|| {
            format!(
                "{} tracks {count} {site} accounts and may track {limit}: raise the limit, or the cluster refuses the others",
                entry.name
            )
        })
    })
    .collect()
}

fn account_manifest(entry: &AccountEntry, namespace: &str) -> Value {
    let name = entry
        .resource
        .clone()
        .unwrap_or_else(|| account_name(&entry.username));
    let username = entry.username.clone();
    let (suspend, interval_minutes) = (entry.suspended, entry.interval_minutes);
    let cost = entry.cost.map(|cost| resource_cost(cost.0));
    if entry.platform == Platform::Tiktok {
        let spec = TikTokAccountSpec {
            username,
            suspend,
            interval_minutes,
            cost,
            note: None,
        };
        let mut account = TikTokAccount::new(&name, spec);
        account.metadata.namespace = Some(namespace.to_owned());
        return to_value(&account);
    }
    let spec = InstagramAccountSpec {
        username,
        suspend,
        interval_minutes,
        cost,
        note: None,
    };
    let mut account = InstagramAccount::new(&name, spec);
    account.metadata.namespace = Some(namespace.to_owned());
    to_value(&account)
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
    let spec = TikTokVideoSpec {
        url,
        suspend: entry.suspended,
    };
    let mut video = TikTokVideo::new(&name, spec);
    video.metadata.namespace = Some(namespace.to_owned());
    Some(to_value(&video))
}

fn resource_cost(cost: StoredCost) -> Cost {
    let (base, rate) = (cost.base.unwrap_or_default(), cost.rate.unwrap_or_default());
    match cost.model {
        CostModel::None => Cost::None {},
        CostModel::Flat => Cost::Flat { cost: base },
        CostModel::PerMille => Cost::PerMille { rate, cap: cost.cap },
        CostModel::BasePlus => Cost::BasePlus {
            base,
            rate,
            max: cost.cap,
        },
    }
}

/// Resources are structures of texts and numbers with texts as keys, which JSON always has a value for.
fn to_value(resource: &impl Serialize) -> Value {
    serde_json::to_value(resource).unwrap_or_default()
}
