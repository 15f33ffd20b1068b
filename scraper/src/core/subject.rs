//! The expected subject of a response: a response that was swapped in transit, or in the platform's cache, has another subject.

use clipmeter_proto::v1::Outcome;

use crate::core::model::{Item, ParsedResponse};

/// The expected subject of a response. Unknown values are empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExpectedSubject<'a> {
    /// An account's profile.
    Account(ExpectedAccount<'a>),
    /// The items of an account.
    ItemsOf(ExpectedAccount<'a>),
    /// The item with this ID.
    Item(&'a str),
    /// A subject that the response does not name.
    Unnamed,
}

/// The known identity of a requested account.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ExpectedAccount<'a> {
    /// The requested username.
    pub(crate) name: &'a str,
    /// The platform's ID.
    pub(crate) id: &'a str,
    /// TikTok's key for its lists.
    pub(crate) sec_uid: &'a str,
}

impl ExpectedSubject<'_> {
    /// Replaces a response with another subject by an unexpected page, and drops its content.
    pub(crate) fn check_subject(self, parsed: &mut ParsedResponse<'_>) {
        let is_its = match self {
            Self::Account(owner) => {
                owner.omit_authors_of_joint_items(parsed);
                owner.is_of_profile(parsed)
            }
            Self::ItemsOf(owner) => {
                let is_its = owner.has_items(parsed);
                owner.omit_authors_of_joint_items(parsed);
                // TikTok has no coauthored posts; Instagram does not always name the coauthors.
                if !owner.sec_uid.is_empty() {
                    parsed.items.retain(|item| owner.may_own(item));
                }
                is_its
            }
            Self::Item(id) => {
                let had = !parsed.items.is_empty();
                parsed.items.retain(|item| item.id == id);
                !had || !parsed.items.is_empty()
            }
            Self::Unnamed => true,
        };
        if !is_its {
            let detail = "the response is about something other than what was requested";
            *parsed = ParsedResponse::bare(Outcome::UnexpectedPage, detail);
        }
    }
}

impl<'a> ExpectedAccount<'a> {
    /// An account that is requested by its ID, regardless of its current username.
    pub(crate) fn of_id(id: &'a str) -> Self {
        Self {
            id,
            ..Self::default()
        }
    }

    /// Returns whether a response's profile is the account's: it has its ID, or the requested username. The username may belong to
    /// another account by now, which the caller has to detect.
    fn is_of_profile(&self, parsed: &ParsedResponse<'_>) -> bool {
        parsed.profile.as_ref().is_none_or(|profile| {
            let is_known = is_same(self.id, &profile.platform_id) || is_same(self.sec_uid, &profile.sec_uid);
            is_known || profile.username.is_empty() || profile.username.eq_ignore_ascii_case(self.name)
        })
    }

    /// Returns whether any item of a response may be the account's; for a response without items, its profile decides.
    fn has_items(&self, parsed: &ParsedResponse<'_>) -> bool {
        if parsed.items.is_empty() {
            let profile = parsed.profile.as_ref();
            return profile.is_none_or(|profile| {
                !differs(self.id, &profile.platform_id) && !differs(self.sec_uid, &profile.sec_uid)
            });
        }
        parsed.items.iter().any(|item| self.may_own(item))
    }

    /// Omits the author of each item of which the account is a coauthor. Otherwise, the API would take a list of items that all have the
    /// same coauthor for the list of that account.
    fn omit_authors_of_joint_items(&self, parsed: &mut ParsedResponse<'_>) {
        let profile = parsed.profile.as_ref();
        let id = match self.id {
            "" => profile.map_or("", |profile| profile.platform_id.as_ref()),
            known => known,
        };
        for item in &mut parsed.items {
            if item.coauthors.iter().any(|coauthor| is_same(id, coauthor)) {
                item.username = None;
            }
        }
    }

    /// Returns whether an item may be the account's: it does not name only another author.
    fn may_own(&self, item: &Item<'_>) -> bool {
        if item.coauthors.iter().any(|id| is_same(self.id, id)) {
            return true;
        }
        let of = |text: &Option<std::borrow::Cow<'_, str>>| text.as_deref().unwrap_or_default().to_owned();
        let (id, sec_uid, name) = (of(&item.user_id), of(&item.sec_uid), of(&item.username));
        if is_same(self.id, &id) || is_same(self.sec_uid, &sec_uid) {
            return true;
        }
        // IDs are permanent, unlike usernames.
        if differs(self.id, &id) || differs(self.sec_uid, &sec_uid) {
            return false;
        }
        name.is_empty() || self.name.is_empty() || name.eq_ignore_ascii_case(self.name)
    }
}

/// Returns whether both are known and equal.
fn is_same(known: &str, found: &str) -> bool {
    !known.is_empty() && known == found
}

/// Returns whether both are known and not equal.
fn differs(known: &str, found: &str) -> bool {
    !known.is_empty() && !found.is_empty() && known != found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::Profile;

    const ALICE: ExpectedAccount<'_> = ExpectedAccount {
        name: "alice",
        id: "1",
        sec_uid: "S1",
    };

    fn item(
        id: &'static str,
        author: &'static str,
        name: &'static str,
        coauthors: &[&'static str],
    ) -> Item<'static> {
        let known = |text: &'static str| Some(text.into()).filter(|_| !text.is_empty());
        Item {
            id: id.into(),
            user_id: known(author),
            username: known(name),
            coauthors: coauthors.iter().map(|id| (*id).into()).collect(),
            ..Item::default()
        }
    }

    fn parsed(
        profile: Option<(&'static str, &'static str)>,
        items: Vec<Item<'static>>,
    ) -> ParsedResponse<'static> {
        ParsedResponse {
            profile: profile.map(|(id, name)| Profile {
                platform_id: id.into(),
                username: name.into(),
                ..Profile::default()
            }),
            items,
            ..ParsedResponse::bare(Outcome::Ok, "")
        }
    }

    fn is_taken(subject: ExpectedSubject<'_>, mut parsed: ParsedResponse<'static>) -> bool {
        subject.check_subject(&mut parsed);
        let is_taken = parsed.outcome == Outcome::Ok;
        assert_eq!(is_taken, parsed.outcome != Outcome::UnexpectedPage);
        assert!(is_taken || (parsed.profile.is_none() && parsed.items.is_empty()));
        is_taken
    }

    #[test]
    fn subject_check_rejects_profile_of_other_account() {
        for (profile, expected) in [
            (Some(("1", "alice")), true),
            (Some(("1", "alice_renamed")), true),
            (Some(("", "Alice")), true),
            (None, true),
            // Another account may have the username by now.
            (Some(("2", "alice")), true),
            (Some(("2", "bob")), false),
            (Some(("", "bob")), false),
        ] {
            assert_eq!(
                is_taken(ExpectedSubject::Account(ALICE), parsed(profile, vec![])),
                expected,
                "{profile:?}"
            );
        }
        let unknown = ExpectedAccount {
            name: "alice",
            ..ExpectedAccount::default()
        };
        assert!(!is_taken(
            ExpectedSubject::Account(unknown),
            parsed(Some(("2", "bob")), vec![])
        ));
    }

    #[test]
    fn subject_check_rejects_list_of_other_account() {
        for (profile, items, expected) in [
            (None, vec![item("10", "1", "alice", &[])], true),
            (None, vec![item("10", "1", "renamed", &[])], true),
            (None, vec![item("10", "", "alice", &[])], true),
            (None, vec![item("10", "", "", &[])], true),
            (None, vec![item("10", "2", "bob", &["1"])], true),
            (
                None,
                vec![item("10", "2", "bob", &[]), item("11", "1", "alice", &[])],
                true,
            ),
            (None, vec![item("10", "2", "bob", &[])], false),
            (None, vec![item("10", "2", "alice", &[])], false),
            (None, vec![item("10", "", "bob", &["3"])], false),
            (Some(("1", "alice")), vec![item("10", "2", "bob", &[])], false),
            (Some(("2", "bob")), vec![], false),
            (Some(("1", "alice")), vec![], true),
            (None, vec![], true),
        ] {
            let label = format!("{profile:?} {items:?}");
            assert_eq!(
                is_taken(ExpectedSubject::ItemsOf(ALICE), parsed(profile, items)),
                expected,
                "{label}"
            );
        }
    }

    #[test]
    fn subject_check_drops_other_authors_items_only_on_tiktok() {
        let mixed = || vec![item("10", "2", "bob", &[]), item("11", "1", "alice", &[])];
        let mut list = parsed(None, mixed());
        ExpectedSubject::ItemsOf(ALICE).check_subject(&mut list);
        assert_eq!(list.items.len(), 1);
        let mut list = parsed(None, mixed());
        ExpectedSubject::ItemsOf(ExpectedAccount { sec_uid: "", ..ALICE }).check_subject(&mut list);
        assert_eq!(list.items.len(), 2);
    }

    #[test]
    fn subject_check_omits_author_of_item_by_account_as_coauthor() {
        let joint = || vec![item("10", "2", "bob", &["1"]), item("11", "2", "bob", &["3"])];
        let unknown = ExpectedAccount { id: "", ..ALICE };
        for subject in [
            ExpectedSubject::ItemsOf(ExpectedAccount { sec_uid: "", ..ALICE }),
            ExpectedSubject::Account(ALICE),
            ExpectedSubject::Account(unknown),
        ] {
            let mut list = parsed(Some(("1", "alice")), joint());
            subject.check_subject(&mut list);
            let names = list.items.iter().map(|item| item.username.as_deref());
            assert_eq!(names.collect::<Vec<_>>(), [None, Some("bob")], "{subject:?}");
        }
    }

    #[test]
    fn subject_check_rejects_other_item() {
        let two = || vec![item("10", "1", "alice", &[]), item("11", "1", "alice", &[])];
        let mut both = parsed(None, two());
        ExpectedSubject::Item("11").check_subject(&mut both);
        assert_eq!(both.items.len(), 1);
        assert!(!is_taken(ExpectedSubject::Item("12"), parsed(None, two())));
        assert!(is_taken(ExpectedSubject::Item("12"), parsed(None, vec![])));
        assert!(is_taken(ExpectedSubject::Unnamed, parsed(None, two())));
    }
}
