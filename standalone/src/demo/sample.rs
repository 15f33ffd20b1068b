//! Users and groups of the demo.

use chrono::{DateTime, Utc};
use clipmeter_api::{Sample, SampleAccount, SampleCost, SampleGroup, SampleUser};
use clipmeter_simulator::AccountSummary;

/// A client group of the demo.
struct Client {
    name: &'static str,
    description: &'static str,
    /// User with permission to manage accounts if members lack it: username and full name.
    lead: (&'static str, &'static str),
    member: (&'static str, &'static str),
}

const CLIENTS: [Client; 3] = [
    Client {
        name: "Harbour Coffee",
        description: "Creator programme, paid per view",
        lead: ("mara", "Mara Lindqvist"),
        member: ("jonas", "Jonas Weber"),
    },
    Client {
        name: "Northwind Outdoor",
        description: "Seasonal campaign",
        lead: ("amira", "Amira Haddad"),
        member: ("tom", "Tom Okafor"),
    },
    Client {
        name: "Studio Kestrel",
        description: "Clipping contest",
        lead: ("ines", "Inês Duarte"),
        member: ("li", "Li Wei"),
    },
];

/// Sessions that the simulator accepts as signed in.
const SESSIONS: [&str; 3] = [
    "58211900017%3AkQm2xV8tYb3LzR%3A12%3AAYeDemoSessionOneOfThePool0001",
    "58211900024%3AhW7pZc4nJd6SfT%3A7%3AAYeDemoSessionTwoOfThePool0002",
    "58211900031%3AuE9rKg5mXa1QvB%3A21%3AAYeDemoSessionThreeOfThePool03",
];

/// The platforms' shortest interval, so that users see changes while they watch.
pub(super) const INTERVAL_MINUTES: i32 = 5;

/// A usual rate of agencies that pay creators per view. Few posts reach the cap within a month, so that costs grow.
const COST: SampleCost = SampleCost {
    rate: 1.0,
    cap: 1000.0,
    currency: "EUR",
};

/// Returns whether an installation with these groups has other data than a demo's. `was_demo`: a demo was started on it before; its
/// users may have added groups since.
pub(super) fn has_own_groups(groups: &[String], was_demo: bool) -> bool {
    let is_own = |group: &&String| CLIENTS.iter().all(|client| client.name != group.as_str());
    let own = groups.iter().filter(is_own).count();
    own > 0 && (!was_demo || own == groups.len())
}

/// Creates groups that share the simulator's accounts and were created in the past.
pub(super) fn sample(accounts: &[AccountSummary], password: &'static str, since: DateTime<Utc>) -> Sample {
    let user = |(username, full_name), is_group_admin| SampleUser {
        username,
        full_name,
        password,
        is_group_admin,
    };
    let groups = CLIENTS.iter().enumerate().map(|(index, client)| SampleGroup {
        name: client.name,
        description: client.description,
        users: vec![user(client.lead, true), user(client.member, false)],
        // Accounts alternate between the platforms; they are assigned in pairs, so that every group has both.
        accounts: accounts
            .iter()
            .enumerate()
            .filter(|(position, _)| position / 2 % CLIENTS.len() == index)
            .map(|(_, account)| SampleAccount {
                platform: account.platform,
                username: account.username.clone(),
            })
            .collect(),
    });
    Sample {
        groups: groups.collect(),
        sessions: SESSIONS.map(str::to_owned).to_vec(),
        interval_minutes: INTERVAL_MINUTES,
        cost: Some(COST),
        since,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_demo_are_distinguished_from_own_groups() {
        let [sample, own] = [CLIENTS[0].name, "Own"];
        for (groups, was_demo, expected) in [
            (vec![], false, false),
            (vec![sample], false, false),
            (vec![own], false, true),
            (vec![sample, own], false, true),
            (vec![sample, own], true, false),
            // `--demo` was once started on it by mistake.
            (vec![own], true, true),
        ] {
            let groups: Vec<String> = groups.into_iter().map(str::to_owned).collect();
            assert_eq!(
                has_own_groups(&groups, was_demo),
                expected,
                "{groups:?} {was_demo}"
            );
        }
    }
}
