//! Who uses the demo.

use clipmeter_api::{Sample, SampleAccount, SampleGroup, SampleUser};
use clipmeter_simulator::AccountSummary;

/// Name, description and users (name, full name, group admin) of each group.
const GROUPS: [(&str, &str, [(&str, &str, bool); 2]); 3] = [
    (
        "Harbour Coffee",
        "Creator programme, paid per view",
        [("mara", "Mara Lindqvist", true), ("jonas", "Jonas Weber", false)],
    ),
    (
        "Northwind Outdoor",
        "Seasonal campaign",
        [("amira", "Amira Haddad", true), ("tom", "Tom Okafor", false)],
    ),
    (
        "Studio Kestrel",
        "Clipping contest",
        [("ines", "Inês Duarte", true), ("li", "Li Wei", false)],
    ),
];

/// Sessions that the simulator takes for signed-in people.
const SESSIONS: [&str; 3] = [
    "58211900017%3AkQm2xV8tYb3LzR%3A12%3AAYeDemoSessionOneOfThePool0001",
    "58211900024%3AhW7pZc4nJd6SfT%3A7%3AAYeDemoSessionTwoOfThePool0002",
    "58211900031%3AuE9rKg5mXa1QvB%3A21%3AAYeDemoSessionThreeOfThePool03",
];

/// The platforms' fastest interval, so that something happens while somebody watches.
const INTERVAL_MINUTES: i32 = 5;

/// Groups that share the simulator's accounts between them.
pub(super) fn sample(accounts: &[AccountSummary], password: &'static str) -> Sample {
    let groups = GROUPS
        .iter()
        .enumerate()
        .map(|(index, (name, description, users))| SampleGroup {
            name,
            description,
            users: users
                .iter()
                .map(|(username, full_name, is_group_admin)| SampleUser {
                    username,
                    full_name,
                    password,
                    is_group_admin: *is_group_admin,
                })
                .collect(),
            // Accounts come with the platforms in turn; pairs are dealt out, so that every group has both.
            accounts: accounts
                .iter()
                .enumerate()
                .filter(|(position, _)| position / 2 % GROUPS.len() == index)
                .map(|(_, account)| SampleAccount {
                    platform: account.platform,
                    username: account.username.clone(),
                })
                .collect(),
        });
    Sample {
        groups: groups.collect(),
        sessions: SESSIONS.to_vec(),
        interval_minutes: INTERVAL_MINUTES,
    }
}
