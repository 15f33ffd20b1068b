//! Who uses the demo.

use chrono::{DateTime, Utc};
use clipmeter_api::{Sample, SampleAccount, SampleGroup, SampleUser};
use clipmeter_simulator::AccountSummary;

/// A client group of the demo.
struct Client {
    name: &'static str,
    description: &'static str,
    /// The one who may manage accounts when members may not: username and full name.
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

/// Sessions that the simulator takes for signed-in people.
const SESSIONS: [&str; 3] = [
    "58211900017%3AkQm2xV8tYb3LzR%3A12%3AAYeDemoSessionOneOfThePool0001",
    "58211900024%3AhW7pZc4nJd6SfT%3A7%3AAYeDemoSessionTwoOfThePool0002",
    "58211900031%3AuE9rKg5mXa1QvB%3A21%3AAYeDemoSessionThreeOfThePool03",
];

/// The platforms' fastest interval, so that something happens while somebody watches.
pub(super) const INTERVAL_MINUTES: i32 = 5;

/// Groups that share the simulator's accounts between them, and have done so for a while.
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
        // Accounts come with the platforms in turn; pairs are dealt out, so that every group has both.
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
        since,
    }
}
