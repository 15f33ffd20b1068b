//! A running program with a group, its users, and simulated platforms.

use serde_json::{Value, json};
use tempfile::TempDir;

use super::caller::Caller;
use crate::support::{PASSWORD, Service, clipmeter, folder, http, simulator};

/// Instagram and TikTok in turn; enough that some are public on both.
const ACCOUNTS: u32 = 8;

pub(super) struct Installation {
    pub(super) admin: Caller,
    /// A member of the group.
    pub(super) member: Caller,
    pub(super) member_id: i64,
    pub(super) group: i64,
    pub(super) url: String,
    instagram: Vec<String>,
    tiktok: Vec<String>,
    _clipmeter: Service,
    _simulator: Service,
    _folder: TempDir,
}

impl Installation {
    pub(super) async fn start() -> Self {
        let simulator = simulator(ACCOUNTS);
        let folder = folder();
        // Responses tell the result of a scrape that they started, however busy the machine is.
        let mut command = clipmeter(&folder.path().join("data"), &simulator.url);
        let clipmeter = Service::start(command.env("CLIPMETER_RUN_WAIT", "300"));
        let admin = Caller::sign_in(&clipmeter.url, "admin", PASSWORD).await;
        let group = admin.post("/groups", json!({"name": "Northwind"})).await.ok()["id"]
            .as_i64()
            .unwrap();
        let user = json!({"username": "mara", "email": "mara@example.com", "password": PASSWORD});
        let made = admin.post(&format!("/groups/{group}/users"), user).await.ok();
        let member = Caller::sign_in(&clipmeter.url, "mara", PASSWORD).await;
        let accounts: Value = http()
            .get(format!("{}/__simulator/accounts", simulator.url))
            .send()
            .await
            .unwrap()
            .json()
            .await
            .unwrap();
        let names = |platform: &str| -> Vec<String> {
            let accounts = accounts.as_array().unwrap().iter();
            accounts
                .filter(|account| account["platform"] == platform && account["kind"] == "public")
                .map(|account| account["username"].as_str().unwrap().to_owned())
                .collect()
        };
        Self {
            admin,
            member,
            member_id: made["user"]["id"].as_i64().unwrap(),
            group,
            url: clipmeter.url.clone(),
            instagram: names("instagram"),
            tiktok: names("tiktok"),
            _clipmeter: clipmeter,
            _simulator: simulator,
            _folder: folder,
        }
    }

    /// Usernames of public accounts.
    pub(super) fn names(&self, platform: &str) -> &[String] {
        if platform == "instagram" {
            &self.instagram
        } else {
            &self.tiktok
        }
    }

    /// Tracks one account of each platform as the member, and scrapes them.
    pub(super) async fn with_content(self) -> Self {
        self.admin
            .post("/scraping/sessions", json!({"sessions": [SESSION]}))
            .await
            .ok();
        for platform in ["instagram", "tiktok"] {
            let body = json!({"username": self.names(platform)[0]});
            self.member
                .post(&format!("/{platform}/accounts"), body)
                .await
                .ok();
        }
        let done = self.member.poke("/dashboard/scrape-all").await.ok();
        assert_eq!(done["status"], "completed", "{done}");
        self
    }
}

/// A valid session id.
pub(super) const SESSION: &str = "58211900017%3AkQm2xV8tYb3LzR%3A12%3AAYeSessionForTests";
