//! Tests that stored changes have been applied as desired state.

use clipmeter_db::cost::{CostModel, StoredCost};
use clipmeter_db::tracking::intent::{
    GroupIntent, GroupName, Intent, PolicyIntent, Subject, TrackedIntent, TrackedName,
};
use clipmeter_domain::VideoAddress;
use clipmeter_domain::group::DEFAULT_PURGE_AFTER;
use serde_json::json;

use super::{VIDEO, account, entries, group, with_defaults, world};
use crate::support::run;

#[test]
fn desired_state_receives_changes_of_accounts_and_videos() {
    run(async {
        let (world, desired_state) = world().await;
        let group = || group("Group A");
        let member = &world.member_a;
        let nasa = world.track(member, "instagram", "nasa").await;
        assert_eq!(
            desired_state.take_intents(),
            [Intent::Track(group(), vec![with_defaults(account("nasa"))])]
        );

        let many = entries(&["natgeo", "nasa", "not a name", "bbc"]);
        world
            .post(member, "/api/instagram/accounts/bulk", many)
            .await
            .ok();
        let added = ["bbc", "natgeo"].map(|name| with_defaults(account(name)));
        assert_eq!(
            desired_state.take_intents(),
            [Intent::Track(group(), added.to_vec())]
        );

        let path = format!("/api/instagram/accounts/{nasa}");
        let change = json!({"cost": {"model": "flat", "cost": 2.0}, "interval_minutes": 30});
        world.patch(&world.admin, &path, change).await.ok();
        let changed = TrackedIntent {
            interval_minutes: Some(30),
            cost: Some(StoredCost {
                model: CostModel::Flat,
                base: Some(2.0),
                rate: Some(0.0),
                cap: None,
            }),
            ..with_defaults(account("nasa"))
        };
        assert_eq!(
            desired_state.take_intents(),
            [Intent::Track(group(), vec![changed])]
        );

        world.delete(member, &path).await.ok();
        assert_eq!(
            desired_state.take_intents(),
            [Intent::Untrack(group(), vec![account("nasa")])]
        );

        let short = "https://vm.tiktok.com/ZMabc1234/";
        let urls = json!({"urls": [VIDEO, short, VIDEO, "https://example.com/"]});
        world.post(member, "/api/tiktok/videos/add", urls).await.ok();
        let video = |url: &str| TrackedName {
            resource: None,
            subject: Subject::Video(VideoAddress::parse(url).unwrap()),
        };
        let added = [VIDEO, short].map(|url| with_defaults(video(url)));
        assert_eq!(
            desired_state.take_intents(),
            [Intent::Track(group(), added.to_vec())]
        );

        // A resolved short link is still identified by its link.
        let statement = "UPDATE tracked_videos SET video_id = '7526770564367748360', url = 'https://www.tiktok.com/@a/video/7526770564367748360' WHERE short_url IS NOT NULL";
        world.execute(statement).await;
        let videos = world.get(member, "/api/tiktok/videos").await.ok();
        let followed = &videos["videos"][0]["tracked_id"];
        world
            .delete(member, &format!("/api/tiktok/videos/{followed}"))
            .await
            .ok();
        assert_eq!(
            desired_state.take_intents(),
            [Intent::Untrack(group(), vec![video(short)])]
        );
    });
}

#[test]
fn desired_state_receives_changes_of_groups_and_policy() {
    run(async {
        let (world, desired_state) = world().await;
        let made = world
            .post(
                &world.admin,
                "/api/groups",
                json!({"name": "Acme", "description": "Shoes"}),
            )
            .await
            .ok();
        let path = format!("/api/groups/{}", made["id"]);
        let acme = GroupIntent {
            name: group("Acme"),
            display_name: "Acme".to_owned(),
            description: "Shoes".to_owned(),
            suspended: false,
            max_instagram_accounts: 10,
            max_tiktok_accounts: 10,
            max_tiktok_videos: 100,
            instagram_minutes: None,
            tiktok_minutes: None,
            cost: None,
            currency: None,
            time_zone: None,
            scraper_pool: None,
            allowed_scraper_pools: Vec::new(),
            retain: false,
            purge_after_seconds: DEFAULT_PURGE_AFTER,
        };
        assert_eq!(
            desired_state.take_intents(),
            [Intent::Group(Box::new(acme.clone()))]
        );

        // Identified by its former name.
        let change = json!({
            "name": "Acme Ltd", "max_tiktok_accounts": 3, "max_tiktok_videos": 7, "tiktok_interval": 20,
            "currency": "CHF", "time_zone": "Asia/Kolkata",
        });
        world.patch(&world.admin, &path, change).await.ok();
        let renamed = GroupIntent {
            display_name: "Acme Ltd".to_owned(),
            max_tiktok_accounts: 3,
            max_tiktok_videos: 7,
            tiktok_minutes: Some(20),
            currency: Some("CHF".to_owned()),
            time_zone: Some("Asia/Kolkata".to_owned()),
            ..acme
        };
        assert_eq!(
            desired_state.take_intents(),
            [Intent::Group(Box::new(renamed.clone()))]
        );

        // Identified by its resource as soon as that is known, and with what only the resource can set.
        let statement = "UPDATE groups SET resource = 'acme', namespace = 'cg-acme', retain = true, purge_after_seconds = 259200
                         WHERE name = 'Acme Ltd'";
        world.execute(statement).await;
        let name = GroupName {
            resource: Some("acme".to_owned()),
            namespace: Some("cg-acme".to_owned()),
            display_name: "Acme Ltd".to_owned(),
        };
        world.poke(&world.admin, &format!("{path}/toggle")).await.ok();
        let toggled = GroupIntent {
            name: name.clone(),
            suspended: true,
            retain: true,
            purge_after_seconds: 3 * 24 * 60 * 60,
            ..renamed
        };
        assert_eq!(desired_state.take_intents(), [Intent::Group(Box::new(toggled))]);
        world.delete(&world.admin, &path).await.ok();
        assert_eq!(desired_state.take_intents(), [Intent::NoGroup(name)]);

        let intervals = json!({"instagram": 45, "tiktok": 10});
        world
            .put(&world.admin, "/api/scraping/intervals", intervals)
            .await
            .ok();
        let policy = PolicyIntent {
            instagram_minutes: 45,
            tiktok_minutes: 10,
        };
        assert_eq!(desired_state.take_intents(), [Intent::Policy(policy)]);
    });
}

#[test]
fn desired_state_untracks_unmanaged_items_of_deleted_user() {
    run(async {
        let (world, desired_state) = world().await;
        let ann = world.count("SELECT id FROM users WHERE username = 'ann'").await;
        world.track(&world.member_a, "instagram", "nasa").await;
        world.track(&world.member_a, "instagram", "natgeo").await;
        world
            .post(
                &world.member_a,
                "/api/tiktok/videos/add",
                json!({"urls": [VIDEO]}),
            )
            .await
            .ok();
        let statement = "UPDATE tracked_accounts SET managed_by = 'kubectl' WHERE id = (SELECT min(id) FROM tracked_accounts)";
        world.execute(statement).await;
        desired_state.take_intents();
        let path = format!("/api/admin/users/{ann}");
        world.delete(&world.admin, &path).await.ok();
        let video = TrackedName {
            resource: None,
            subject: Subject::Video(VideoAddress::parse(VIDEO).unwrap()),
        };
        assert_eq!(
            desired_state.take_intents(),
            [Intent::Untrack(group("Group A"), vec![account("natgeo"), video])]
        );
        let left = "SELECT count(*) FROM tracked_accounts WHERE managed_by = 'kubectl' AND added_by IS NULL";
        assert_eq!(world.count(left).await, 1);
        assert_eq!(world.count("SELECT count(*) FROM tracked_accounts").await, 1);
    });
}
