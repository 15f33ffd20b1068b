//! Accounts that take the abandoned name of another one, with other IDs and items. They are created on demand; their ordinals are
//! far above those of the world, so that IDs identify them.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use clipmeter_proto::v1::Platform;

use super::{
    Account, AccountKind, EventPlan, Life, World,
    account::{SEC_UID_PREFIX, sec_uid},
    id,
};
use crate::{clock::Millis, request::Subject};

/// Offset of a new owner's ordinal from the original account's. Instagram's IDs have room for twice as many.
const NEWCOMERS: u64 = 1 << 22;

/// Leading bytes of a new owner's secUid that contain its index.
const INDEX_BYTES: usize = 4;

impl Account {
    /// Creates the new owner that takes `name` from this account.
    pub(super) fn new_owner(&self, name: &str) -> Self {
        let index = self.index + u32::try_from(2 * NEWCOMERS).unwrap_or_default();
        let mut new_owner = Self::new(self.seed, index, EventPlan::default(), |_, _| false);
        let mut secret = [0; 48];
        for (to, from) in secret.iter_mut().zip(new_owner.sec_uid.bytes().rev()) {
            *to = from;
        }
        secret[..INDEX_BYTES].copy_from_slice(&index.to_le_bytes());
        new_owner.sec_uid = sec_uid(&secret);
        new_owner.biography = new_owner.biography.replace(&new_owner.username, name);
        name.clone_into(&mut new_owner.username);
        new_owner.kind = AccountKind::Public;
        new_owner
    }
}

impl World {
    /// Returns the new owner with an ID, once it exists.
    pub(super) fn new_owner(&self, subject: &Subject, now: Millis) -> Option<Account> {
        let account = self.predecessor(subject)?;
        let number = Life::of(account, now).reassigned_name?;
        Some(account.new_owner(&account.name(number)))
    }

    /// Returns the account whose name the owner of this ID takes or may take.
    pub(crate) fn predecessor(&self, subject: &Subject) -> Option<&Account> {
        let (platform, ordinal) = match subject {
            Subject::UserId(Platform::Tiktok, id) => {
                let platform = Platform::Tiktok;
                (platform, id::ordinal_of(platform, id.parse().ok()?))
            }
            Subject::UserId(platform, id) => {
                let number = id.parse::<u64>().ok()?.checked_sub(id::FIRST_USER_ID)?;
                (*platform, id::unstirred(number))
            }
            Subject::SecUid(sec_uid) => {
                let secret = URL_SAFE_NO_PAD
                    .decode(sec_uid.strip_prefix(SEC_UID_PREFIX)?)
                    .ok()?;
                let index = u32::from_le_bytes(*secret.first_chunk()?);
                (Platform::Tiktok, u64::from(index / 2))
            }
            Subject::Item(platform, id) => (*platform, id::ordinal_of(*platform, id.parse().ok()?)),
            Subject::None | Subject::Username(..) => return None,
        };
        self.of_ordinal(platform, ordinal.checked_sub(NEWCOMERS)?)
    }

    /// Creates a world with only the account that takes the first name of `account`.
    pub(crate) fn of_new_owner(account: &Account) -> Self {
        let mut world = Self::default();
        world.add(account.new_owner(&account.username));
        world
    }
}
