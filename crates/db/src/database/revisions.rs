//! Counts changes in memory, so that a poll without changes is answered without a database query.
//!
//! Two rules make a revision safe to compare. It is read *before* the snapshot that a response is made from:
//! a commit in between makes the next poll query once too often, never too rarely. And it is raised *after*
//! the commit that it counts: by [`Revisions::committed`] before the writer gets its response, so that a
//! user's next poll sees the user's own change, and by the notification that Postgres delivers once a commit
//! is visible, milliseconds later, for all other users.

use std::collections::HashMap;

use clipmeter_domain::platforms::{PerPlatform, Platform};
use parking_lot::Mutex;
use tokio::sync::watch;

use super::change_notification::ChangeNotification;
use super::scope::Scope;

/// A source of a response. The group in scope, its tracked items and its scrapes are one source, because its
/// pages show all of them; the platform's settings belong to every response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The group in scope; all groups when the scope is not a group.
    Scope,
    /// All collected items of a platform.
    Content(Platform),
    /// All groups.
    Everything,
}

/// The state of some sources. Equal revisions mean that nothing has changed in between.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Revision {
    /// Changes of unknown extent, which affect every response.
    unknown: u64,
    any: u64,
    group: u64,
    content: PerPlatform<u64>,
}

/// Counts changes. The numbers are not comparable between processes.
#[derive(Debug, Default)]
pub struct Revisions {
    counts: Mutex<RevisionCounts>,
    /// The number of all changes, including those that no page shows. Methods that raise a revision raise it under the
    /// same lock, so that a caller who reads the new revision also reads the new number.
    changes: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct RevisionCounts {
    unknown: u64,
    any: u64,
    groups: HashMap<i64, u64>,
    content: PerPlatform<u64>,
    sign_ins: u64,
}

impl RevisionCounts {
    /// Counts a change of the collected content and of the scope's pages.
    fn scope(&mut self, scope: Scope) {
        self.any += 1;
        self.content = self.content.map(|count| count + 1);
        if let Some(group) = scope.group() {
            *self.groups.entry(group).or_default() += 1;
        }
    }
}

impl Revision {
    /// Returns all counts as bytes.
    pub fn bytes(self) -> impl Iterator<Item = u8> {
        [self.unknown, self.any, self.group]
            .into_iter()
            .chain(self.content)
            .flat_map(u64::to_be_bytes)
    }
}

impl Revisions {
    /// Returns the revision of a response that is made from these sources in this scope.
    pub fn of(&self, scope: Scope, sources: &[Source]) -> Revision {
        let counts = self.counts.lock();
        let mut revision = Revision {
            unknown: counts.unknown,
            ..Revision::default()
        };
        for source in sources {
            match (source, scope.group()) {
                (Source::Scope, Some(id)) => {
                    revision.group = counts.groups.get(&id).copied().unwrap_or_default();
                }
                (Source::Content(platform), _) => match revision.content.get_mut(*platform) {
                    Some(content) => *content = counts.content.of(*platform),
                    None => revision.any = counts.any,
                },
                (Source::Scope | Source::Everything, _) => revision.any = counts.any,
            }
        }
        revision
    }

    /// Returns the revision of everything that decides whether a token is valid and what its user may see. Read it before the token is
    /// looked up in the database.
    pub fn sign_ins(&self) -> u64 {
        self.counts.lock().sign_ins
    }

    /// Returns the number of changes so far, of which every commit of this process is one.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Counts a commit of this process that no polled page shows.
    pub fn written(&self) {
        self.changes.send_modify(|changes| *changes += 1);
    }

    /// Counts a change notification from the database.
    pub fn note(&self, change: ChangeNotification) {
        let mut counts = self.counts.lock();
        self.written();
        counts.any += 1;
        match change {
            ChangeNotification::ContentChanged(platform) => match counts.content.get_mut(platform) {
                Some(content) => *content += 1,
                // Of a platform that this version does not support.
                None => counts.unknown += 1,
            },
            ChangeNotification::GroupChanged(group) => *counts.groups.entry(group).or_default() += 1,
            // The run's units have already notified their groups.
            ChangeNotification::RunEnded(_) => {}
            ChangeNotification::SettingsChanged => counts.unknown += 1,
            ChangeNotification::SignInsChanged => counts.sign_ins += 1,
            ChangeNotification::Missed => {
                counts.unknown += 1;
                counts.sign_ins += 1;
            }
        }
    }

    /// Counts a commit of this process at once: its notification may arrive after the writer's next poll. A
    /// group can change its own data and, by adding and deleting accounts, the collected content; a change in
    /// the empty scope appears on no page.
    pub fn committed(&self, scope: Scope) {
        let mut counts = self.counts.lock();
        self.written();
        // Users sign out in the empty scope, and admins change others. Which of these commits end a sign-in is not known here.
        if !matches!(scope, Scope::Group(_) | Scope::Viewer(_)) {
            counts.sign_ins += 1;
        }
        match scope {
            Scope::Empty => {}
            Scope::Admin => counts.unknown += 1,
            Scope::Group(_) | Scope::GroupAdmin(_) | Scope::Viewer(_) => counts.scope(scope),
        }
    }

    /// Counts what scrapes of this scope stored: their notifications may arrive after the next poll of the
    /// user who waited for them.
    pub fn scraped(&self, scope: Scope) {
        let mut counts = self.counts.lock();
        self.written();
        counts.scope(scope);
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    const SOURCES: [&[Source]; 4] = [
        &[Source::Scope],
        &[Source::Content(Platform::Instagram)],
        &[Source::Content(Platform::Tiktok)],
        &[Source::Everything],
    ];

    /// Returns which of the sources get another revision by `change`, for group 1.
    fn changed_by(change: impl Fn(&Revisions)) -> [bool; 4] {
        let revisions = Revisions::default();
        let scope = Scope::Group(1);
        let before = SOURCES.map(|sources| revisions.of(scope, sources));
        change(&revisions);
        let after = SOURCES.map(|sources| revisions.of(scope, sources));
        std::array::from_fn(|n| before[n] != after[n])
    }

    #[test]
    fn revisions_change_for_sources_named_by_notification() {
        let note = |change| changed_by(move |revisions| revisions.note(change));
        assert_eq!(
            note(ChangeNotification::GroupChanged(1)),
            [true, false, false, true]
        );
        assert_eq!(
            note(ChangeNotification::GroupChanged(2)),
            [false, false, false, true]
        );
        assert_eq!(
            note(ChangeNotification::ContentChanged(Platform::Tiktok)),
            [false, false, true, true]
        );
        assert_eq!(
            note(ChangeNotification::RunEnded(Uuid::nil())),
            [false, false, false, true]
        );
        assert_eq!(note(ChangeNotification::SettingsChanged), [true; 4]);
        assert_eq!(note(ChangeNotification::Missed), [true; 4]);
    }

    #[test]
    fn revisions_change_for_sources_affected_by_commit() {
        let commit = |scope| changed_by(move |revisions| revisions.committed(scope));
        assert_eq!(commit(Scope::Group(1)), [true; 4]);
        assert_eq!(commit(Scope::Group(2)), [false, true, true, true]);
        assert_eq!(commit(Scope::Admin), [true; 4]);
        assert_eq!(commit(Scope::Empty), [false; 4]);
    }

    #[test]
    fn revisions_of_other_group_scopes_are_unaffected_by_scrape() {
        let scraped = |scope| changed_by(move |revisions| revisions.scraped(scope));
        assert_eq!(scraped(Scope::Group(1)), [true; 4]);
        for scope in [Scope::Group(2), Scope::Admin] {
            assert_eq!(scraped(scope), [false, true, true, true]);
        }
    }

    #[test]
    fn revisions_without_a_group_change_with_every_group() {
        let revisions = Revisions::default();
        for scope in [Scope::Admin, Scope::Empty] {
            let before = revisions.of(scope, &[Source::Scope]);
            revisions.note(ChangeNotification::GroupChanged(7));
            assert_ne!(before, revisions.of(scope, &[Source::Scope]));
        }
    }
}
