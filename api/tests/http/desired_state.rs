//! What people want is told to whoever keeps it, before it is committed; and what somebody else says is left alone.

use std::sync::Arc;

use clipmeter_api::control_plane::{
    DesiredStateError, GroupIntent, GroupName, Intent, PolicyIntent, Subject, TrackedIntent, TrackedName,
};
use clipmeter_api::store::cost::{Cost, CostModel};
use clipmeter_proto::v1::Platform;
use clipmeter_rules::VideoAddress;
use serde_json::{Value, json};

use crate::support::{Answer, Keeper, World, run};

const VIDEO: &str = "https://www.tiktok.com/@scout2015/video/6718335390845095173";

async fn world() -> (World, Arc<Keeper>) {
    let keeper = Keeper::new();
    let world = World::keeping(Arc::clone(&keeper) as _).await;
    keeper.kept();
    (world, keeper)
}

fn group(display_name: &str) -> GroupName {
    GroupName {
        resource: None,
        namespace: None,
        display_name: display_name.to_owned(),
    }
}

fn account(username: &str) -> TrackedName {
    TrackedName {
        resource: None,
        subject: Subject::Account {
            platform: Platform::Instagram,
            username: username.to_owned(),
        },
    }
}

fn entries(names: &[&str]) -> Value {
    let entries: Vec<_> = names.iter().map(|name| json!({"username": name})).collect();
    json!({"accounts": entries})
}

fn plainly(name: TrackedName) -> TrackedIntent {
    TrackedIntent {
        name,
        interval_minutes: None,
        cost: None,
    }
}

#[test]
fn accounts_and_videos_are_wanted_as_they_are_stored() {
    run(async {
        let (world, keeper) = world().await;
        let group = || group("Group A");
        let member = &world.member_a;
        let nasa = world.track(member, "instagram", "nasa").await;
        assert_eq!(
            keeper.kept(),
            [Intent::Track(group(), vec![plainly(account("nasa"))])]
        );

        let many = entries(&["natgeo", "nasa", "not a name", "bbc"]);
        world
            .post(member, "/api/instagram/accounts/bulk", many)
            .await
            .ok();
        let added = ["bbc", "natgeo"].map(|name| plainly(account(name)));
        assert_eq!(keeper.kept(), [Intent::Track(group(), added.to_vec())]);

        let path = format!("/api/instagram/accounts/{nasa}");
        let change = json!({"cost": {"model": "flat", "cost": 2.0}, "interval_minutes": 30});
        world.patch(&world.admin, &path, change).await.ok();
        let changed = TrackedIntent {
            interval_minutes: Some(30),
            cost: Some(Cost {
                model: CostModel::Flat,
                base: Some(2.0),
                rate: Some(0.0),
                cap: None,
            }),
            ..plainly(account("nasa"))
        };
        assert_eq!(keeper.kept(), [Intent::Track(group(), vec![changed])]);

        world.delete(member, &path).await.ok();
        assert_eq!(keeper.kept(), [Intent::Untrack(group(), vec![account("nasa")])]);

        let short = "https://vm.tiktok.com/ZMabc1234/";
        let urls = json!({"urls": [VIDEO, short, VIDEO, "https://example.com/"]});
        world.post(member, "/api/tiktok/videos/add", urls).await.ok();
        let video = |url: &str| TrackedName {
            resource: None,
            subject: Subject::Video(VideoAddress::parse(url).unwrap()),
        };
        let added = [VIDEO, short].map(|url| plainly(video(url)));
        assert_eq!(keeper.kept(), [Intent::Track(group(), added.to_vec())]);

        // A short link that was followed is still called by its link.
        sqlx::query("UPDATE tracked_videos SET video_id = '7526770564367748360', url = 'https://www.tiktok.com/@a/video/7526770564367748360' WHERE short_url IS NOT NULL")
            .execute(&world.owner)
            .await
            .unwrap();
        let videos = world.get(member, "/api/tiktok/videos").await.ok();
        let followed = &videos["videos"][0]["tracked_id"];
        world
            .delete(member, &format!("/api/tiktok/videos/{followed}"))
            .await
            .ok();
        assert_eq!(keeper.kept(), [Intent::Untrack(group(), vec![video(short)])]);
    });
}

#[test]
fn groups_and_the_policy_are_wanted_as_they_are_stored() {
    run(async {
        let (world, keeper) = world().await;
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
            instagram_minutes: None,
            tiktok_minutes: None,
            cost: None,
        };
        assert_eq!(keeper.kept(), [Intent::Group(acme.clone())]);

        // Found by the name that it had.
        let change = json!({"name": "Acme Ltd", "max_tiktok_accounts": 3, "tiktok_interval": 20});
        world.patch(&world.admin, &path, change).await.ok();
        let renamed = GroupIntent {
            display_name: "Acme Ltd".to_owned(),
            max_tiktok_accounts: 3,
            tiktok_minutes: Some(20),
            ..acme
        };
        assert_eq!(keeper.kept(), [Intent::Group(renamed.clone())]);

        // And by its resource, as soon as that is known.
        sqlx::query("UPDATE groups SET resource = 'acme', namespace = 'cg-acme' WHERE name = 'Acme Ltd'")
            .execute(&world.owner)
            .await
            .unwrap();
        let name = GroupName {
            resource: Some("acme".to_owned()),
            namespace: Some("cg-acme".to_owned()),
            display_name: "Acme Ltd".to_owned(),
        };
        world.poke(&world.admin, &format!("{path}/toggle")).await.ok();
        let toggled = GroupIntent {
            name: name.clone(),
            suspended: true,
            ..renamed
        };
        assert_eq!(keeper.kept(), [Intent::Group(toggled)]);
        world.delete(&world.admin, &path).await.ok();
        assert_eq!(keeper.kept(), [Intent::NoGroup(name)]);

        let intervals = json!({"instagram": 45, "tiktok": 10});
        world
            .put(&world.admin, "/api/scraping/intervals", intervals)
            .await
            .ok();
        let policy = PolicyIntent {
            instagram_minutes: 45,
            tiktok_minutes: 10,
        };
        assert_eq!(keeper.kept(), [Intent::Policy(policy)]);
    });
}

#[test]
fn what_a_user_added_is_not_wanted_when_the_user_is_deleted_unless_others_say_it() {
    run(async {
        let (world, keeper) = world().await;
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
        sqlx::query("UPDATE tracked_accounts SET managed_by = 'kubectl' WHERE id = (SELECT min(id) FROM tracked_accounts)")
            .execute(&world.owner)
            .await
            .unwrap();
        keeper.kept();
        let path = format!("/api/admin/users/{ann}");
        world.delete(&world.admin, &path).await.ok();
        let video = TrackedName {
            resource: None,
            subject: Subject::Video(VideoAddress::parse(VIDEO).unwrap()),
        };
        assert_eq!(
            keeper.kept(),
            [Intent::Untrack(group("Group A"), vec![account("natgeo"), video])]
        );
        let left = "SELECT count(*) FROM tracked_accounts WHERE managed_by = 'kubectl' AND added_by IS NULL";
        assert_eq!(world.count(left).await, 1);
        assert_eq!(world.count("SELECT count(*) FROM tracked_accounts").await, 1);
    });
}

#[test]
fn what_is_refused_elsewhere_is_not_stored() {
    run(async {
        let (world, keeper) = world().await;
        let kept = world.track(&world.member_a, "instagram", "nasa").await;
        let calls = async || {
            let member = &world.member_a;
            let group = format!("/api/groups/{}", world.group_a);
            let account = format!("/api/instagram/accounts/{kept}");
            let add = json!({"username": "natgeo"});
            let bulk = entries(&["natgeo", "bbc"]);
            vec![
                world.post(member, "/api/instagram/accounts", add).await,
                world.post(member, "/api/instagram/accounts/bulk", bulk).await,
                world
                    .post(member, "/api/tiktok/videos/add", json!({"urls": [VIDEO]}))
                    .await,
                world
                    .patch(&world.admin, &account, json!({"interval_minutes": 5}))
                    .await,
                world.delete(member, &account).await,
                world
                    .post(&world.admin, "/api/groups", json!({"name": "Acme"}))
                    .await,
                world.patch(&world.admin, &group, json!({"name": "Acme"})).await,
                world.poke(&world.admin, &format!("{group}/toggle")).await,
                world.delete(&world.admin, &group).await,
                world
                    .put(
                        &world.admin,
                        "/api/scraping/intervals",
                        json!({"instagram": 5, "tiktok": 5}),
                    )
                    .await,
            ]
        };
        let everything = "SELECT (SELECT count(*) FROM tracked_accounts) * 1000000 + (SELECT count(*) FROM tracked_videos) * 10000
             + (SELECT count(*) FROM groups WHERE is_active AND name <> 'Acme') * 100
             + (SELECT count(*) FROM tracked_accounts WHERE interval_minutes IS NULL) * 10
             + (SELECT count(*) FROM settings WHERE tiktok_interval_minutes = 15)";
        let before = world.count(everything).await;
        keeper.refuse(|| DesiredStateError::Unavailable("connection refused".to_owned()));
        let answers: Vec<Answer> = calls().await;
        for answer in &answers {
            answer.refused(503, "unavailable");
            assert!(answer.error().contains("nothing was changed"), "{answer:?}");
        }
        keeper.refuse(|| DesiredStateError::Refused("no rights for this".to_owned()));
        for answer in calls().await {
            answer.refused(500, "internal");
            assert!(!answer.text.contains("rights"), "{answer:?}");
        }
        keeper.refuse(|| DesiredStateError::ManagedElsewhere {
            what: "@natgeo".to_owned(),
            manager: "argocd-controller".to_owned(),
        });
        for answer in calls().await {
            answer.refused(409, "managed_elsewhere");
            assert_eq!(
                answer.error(),
                "@natgeo is managed outside the dashboard (by argocd-controller): change it there"
            );
        }
        keeper.refuse(|| DesiredStateError::LimitReached(Platform::Instagram));
        for answer in &calls().await[..2] {
            answer.refused(409, "account_limit_reached");
            assert!(
                answer
                    .error()
                    .starts_with("This group may track 10 Instagram accounts."),
                "{answer:?}"
            );
        }
        assert_eq!(world.count(everything).await, before);
    });
}

#[test]
fn what_is_too_early_is_tried_again_for_a_moment() {
    run(async {
        let (world, keeper) = world().await;
        keeper.is_not_ready_for(3);
        world.track(&world.member_a, "instagram", "nasa").await;
        assert_eq!(keeper.kept().len(), 1);
        assert_eq!(world.count("SELECT count(*) FROM tracked_accounts").await, 1);

        keeper.is_not_ready_for(u32::MAX);
        let add = json!({"username": "natgeo"});
        let answer = world.post(&world.member_a, "/api/instagram/accounts", add).await;
        answer.refused(503, "unavailable");
        assert!(answer.error().contains("still being set up"), "{answer:?}");
        assert_eq!(world.count("SELECT count(*) FROM tracked_accounts").await, 1);
    });
}

#[test]
fn what_others_manage_is_shown_and_not_changed() {
    run(async {
        let (world, keeper) = world().await;
        let member = &world.member_a;
        let theirs = world.track(member, "instagram", "nasa").await;
        let ours = world.track(member, "instagram", "natgeo").await;
        world
            .post(member, "/api/tiktok/videos/add", json!({"urls": [VIDEO]}))
            .await
            .ok();
        for table in ["tracked_accounts", "tracked_videos", "groups"] {
            let statement =
                format!("UPDATE {table} SET managed_by = 'kubectl' WHERE id = (SELECT min(id) FROM {table})");
            sqlx::query(sqlx::AssertSqlSafe(statement))
                .execute(&world.owner)
                .await
                .unwrap();
        }
        keeper.kept();

        let accounts = world.get(member, "/api/instagram/accounts").await.ok();
        let shown: Vec<_> = ["nasa", "natgeo"]
            .iter()
            .zip(accounts["accounts"].as_array().unwrap())
            .map(|(name, row)| (row["username"] == *name, row["managed_by"].clone()))
            .collect();
        assert_eq!(shown, [(true, json!("kubectl")), (true, json!(null))]);
        let video = world.get(member, "/api/tiktok/videos").await.ok()["videos"][0].clone();
        assert_eq!(video["managed_by"], "kubectl");
        let group = format!("/api/groups/{}", world.group_a);
        assert_eq!(world.get(member, &group).await.ok()["managed_by"], "kubectl");

        let account = format!("/api/instagram/accounts/{theirs}");
        let both = json!({"account_ids": [ours, theirs]});
        for (answer, what) in [
            (world.delete(member, &account).await, "@nasa"),
            (
                world
                    .post(member, "/api/instagram/accounts/bulk-delete", both)
                    .await,
                "@nasa",
            ),
            (
                world
                    .patch(&world.admin, &account, json!({"interval_minutes": 5}))
                    .await,
                "@nasa",
            ),
            (
                world
                    .delete(member, &format!("/api/tiktok/videos/{}", video["tracked_id"]))
                    .await,
                "The video https://www.tiktok.com/@scout2015/video/6718335390845095173",
            ),
            (
                world
                    .patch(&world.admin, &group, json!({"max_tiktok_accounts": 1}))
                    .await,
                "The group Group A",
            ),
            (
                world.poke(&world.admin, &format!("{group}/toggle")).await,
                "The group Group A",
            ),
            (world.delete(&world.admin, &group).await, "The group Group A"),
        ] {
            answer.refused(409, "managed_elsewhere");
            let text = format!("{what} is managed outside the dashboard (by kubectl): change it there");
            assert_eq!(answer.error(), text);
        }
        assert_eq!(keeper.kept(), []);

        // What only the dashboard knows, and what only the group has in common with others.
        world
            .patch(&world.admin, &group, json!({"members_manage_accounts": false}))
            .await
            .ok();
        assert_eq!(keeper.kept(), []);
        world
            .delete(&world.admin, &format!("/api/instagram/accounts/{ours}"))
            .await
            .ok();
        assert_eq!(keeper.kept().len(), 1);
    });
}
