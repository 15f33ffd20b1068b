//! People who use the dashboard while processes fail: they read, change, sign in and out, and scrape.

use std::sync::Arc;
use std::time::Duration;

use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::record::{Known, Record};
use crate::support::{PASSWORD, http_builder};

/// How long a person waits for a response.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Pause between two actions of one person.
const PAUSE: Duration = Duration::from_millis(300);

/// One person in front of a browser.
#[derive(Clone)]
pub(super) struct Person {
    http: Client,
    url: String,
    record: Arc<Record>,
}

/// Starts everyone; the first group is read, new users join the second. They stop when the set is dropped.
pub(super) fn start(url: &str, [group, people_group]: [i64; 2], record: &Arc<Record>) -> JoinSet<()> {
    let person = Person {
        http: http_builder().timeout(TIMEOUT).build().unwrap(),
        url: url.to_owned(),
        record: Arc::clone(record),
    };
    let mut people = JoinSet::new();
    people.spawn(person.clone().read(group));
    people.spawn(person.clone().change());
    people.spawn(person.clone().revoke(people_group));
    people.spawn(person.clone().try_revoked());
    people.spawn(person.scrape());
    people
}

impl Person {
    /// Sends a request. `None`: no complete response came, so its effect is unclear.
    async fn send(
        &self,
        token: &str,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> Option<(StatusCode, Value)> {
        let mut request = self.http.request(method, format!("{}/api{path}", self.url));
        if !token.is_empty() {
            request = request.bearer_auth(token);
        }
        if let Some(body) = body {
            request = request.json(&body);
        }
        let response = timeout(TIMEOUT, async {
            let response = request.send().await.ok()?;
            let status = response.status();
            Some((status, response.json().await.ok()?))
        })
        .await;
        let found = response.ok().flatten();
        self.record.count(match &found {
            None => "requests without a response",
            Some((status, _)) if status.is_server_error() => "responses 5xx",
            Some((status, _)) if status.is_client_error() => "responses 4xx",
            Some(_) => "responses 2xx",
        });
        found
    }

    async fn sign_in(&self, username: &str, password: &str) -> Option<String> {
        let credentials = json!({"username": username, "password": password});
        let (status, body) = self
            .send("", Method::POST, "/auth/login", Some(credentials))
            .await?;
        (status == StatusCode::OK).then(|| body["access_token"].as_str().unwrap().to_owned())
    }

    /// Signs in as the admin, as often as necessary.
    async fn admin(&self) -> String {
        loop {
            if let Some(token) = self.sign_in("admin", PASSWORD).await {
                return token;
            }
            sleep(PAUSE).await;
        }
    }

    /// Reads a group. Its totals are those of its accounts, and never decrease.
    async fn read(self, group: i64) {
        let (mut token, mut before) = (self.admin().await, [0; 4]);
        loop {
            match self
                .send(&token, Method::GET, &format!("/groups/{group}"), None)
                .await
            {
                Some((StatusCode::OK, detail)) => before = self.compare_totals(&detail, before),
                Some((StatusCode::UNAUTHORIZED, _)) => token = self.admin().await,
                _ => {}
            }
            sleep(PAUSE).await;
        }
    }

    fn compare_totals(&self, detail: &Value, before: [i64; 4]) -> [i64; 4] {
        let mut totals = [0; 4];
        for (at, (platform, items, own)) in [
            ("instagram", "total_posts", "post_count"),
            ("tiktok", "total_videos", "video_count"),
        ]
        .into_iter()
        .enumerate()
        {
            let shown = &detail[platform];
            for (place, (total, own)) in [(items, own), ("total_views", "views")].into_iter().enumerate() {
                let accounts = shown["accounts"].as_array().unwrap();
                let sum: i64 = accounts.iter().filter_map(|account| account[own].as_i64()).sum();
                let total = shown[total].as_i64().unwrap();
                totals[at * 2 + place] = total;
                if sum != total {
                    self.record.violated(format!(
                        "{platform}: {own} of accounts {sum}, of the group {total}"
                    ));
                }
            }
        }
        self.record.count("totals compared");
        if totals.iter().zip(before).any(|(now, before)| *now < before) {
            self.record
                .violated(format!("totals fell from {before:?} to {totals:?}"));
        }
        totals
    }

    /// Creates groups and deletes most of them.
    async fn change(self) {
        let mut token = self.admin().await;
        for number in 0.. {
            sleep(PAUSE).await;
            let name = format!("Change {number}");
            self.record.set_group(&name, Known::Unclear);
            let body = json!({"name": name});
            let id = match self.send(&token, Method::POST, "/groups", Some(body)).await {
                Some((StatusCode::CREATED, group)) => group["id"].as_i64().unwrap(),
                Some((StatusCode::UNAUTHORIZED, _)) => {
                    token = self.admin().await;
                    continue;
                }
                _ => continue,
            };
            self.record.set_group(&name, Known::Created);
            self.record.count("groups created");
            if number % 8 == 0 {
                continue;
            }
            self.record.set_group(&name, Known::Unclear);
            let deleted = self
                .send(&token, Method::DELETE, &format!("/groups/{id}"), None)
                .await;
            if deleted.is_some_and(|(status, _)| status == StatusCode::OK) {
                self.record.set_group(&name, Known::Deleted);
                self.record.count("groups deleted");
            }
        }
    }

    /// Creates users, signs them in, and revokes their tokens: by signing out, deactivating or deleting.
    async fn revoke(self, group: i64) {
        let mut token = self.admin().await;
        for number in 0.. {
            sleep(PAUSE).await;
            let username = format!("person{number}");
            let body = json!({"username": username, "email": format!("{username}@example.com"), "password": PASSWORD});
            let path = format!("/groups/{group}/users");
            let id = match self.send(&token, Method::POST, &path, Some(body)).await {
                Some((StatusCode::CREATED, created)) => created["user"]["id"].as_i64().unwrap(),
                Some((StatusCode::UNAUTHORIZED, _)) => {
                    token = self.admin().await;
                    continue;
                }
                _ => continue,
            };
            let Some(own) = self.sign_in(&username, PASSWORD).await else {
                continue;
            };
            let user = format!("/admin/users/{id}");
            let revoked = match number % 3 {
                0 => self.send(&own, Method::POST, "/auth/logout", None).await,
                1 => {
                    let path = format!("{user}/toggle-status");
                    self.send(&token, Method::POST, &path, None).await
                }
                _ => self.send(&token, Method::DELETE, &user, None).await,
            };
            if revoked.is_some_and(|(status, _)| status.is_success()) {
                self.record.revoke(own);
                self.record.count("tokens revoked");
            }
        }
    }

    /// Uses revoked tokens.
    async fn try_revoked(self) {
        for number in 0_usize.. {
            sleep(PAUSE).await;
            let revoked = self.record.revoked();
            // The latest, and earlier ones in turn.
            let picked = match number % 2 {
                0 => revoked.last(),
                _ => revoked.get(number % revoked.len().max(1)),
            };
            if let Some(token) = picked {
                self.try_token(token).await;
            }
        }
    }

    async fn try_token(&self, token: &str) {
        let response = self.send(token, Method::GET, "/auth/me", None).await;
        self.record.count("revoked tokens tried");
        if response.is_some_and(|(status, _)| status.is_success()) {
            self.record.violated("a revoked token was accepted".to_owned());
        }
    }

    /// Scrapes everything, again and again.
    async fn scrape(self) {
        let mut token = self.admin().await;
        loop {
            let scraped = self
                .send(&token, Method::POST, "/dashboard/scrape-all", Some(json!({})))
                .await;
            if scraped.is_some_and(|(status, _)| status == StatusCode::UNAUTHORIZED) {
                token = self.admin().await;
            }
            sleep(PAUSE * 5).await;
        }
    }
}
