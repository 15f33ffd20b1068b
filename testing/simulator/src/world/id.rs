//! The IDs of both platforms, which encode the time of an item and its account.
//!
//! Instagram: `pk >> 23` is milliseconds since 1314220021721. TikTok: `id >> 32` is Unix seconds. The low bits contain the
//! ordinal of the account within its platform, reversibly scrambled so that they look arbitrary: this makes every ID unique and
//! finds an item without a list.

use clipmeter_proto::v1::Platform;

use crate::clock::Millis;

/// The epoch of Instagram's IDs, in Unix milliseconds.
const INSTAGRAM_EPOCH: i64 = 1_314_220_021_721;
const INSTAGRAM_LOW_BITS: u32 = 23;
const TIKTOK_LOW_BITS: u32 = 32;

/// An odd factor permutes the numbers below any power of two; `UNSTIR` is its inverse modulo 2^32.
const STIR: u64 = 2_654_435_769;
const UNSTIR: u64 = inverse(STIR);

/// A mask, so that the first accounts do not show round numbers.
const SALT: u64 = 0x5bd1_e995;

/// The lowest Instagram user ID: they have ten digits.
pub(super) const FIRST_USER_ID: u64 = 1_000_000_000;

/// The digits of Instagram's shortcodes, in order of their value.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Computes the inverse with Newton's iteration: each round doubles the correct low bits.
const fn inverse(odd: u64) -> u64 {
    let mut x = odd;
    let mut round = 0;
    while round < 6 {
        x = x.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(x)));
        round += 1;
    }
    x
}

const fn low_bits(platform: Platform) -> u32 {
    match platform {
        Platform::Tiktok => TIKTOK_LOW_BITS,
        _ => INSTAGRAM_LOW_BITS,
    }
}

const fn mask(platform: Platform) -> u64 {
    (1 << low_bits(platform)) - 1
}

/// Returns the ID of the item that the account with this ordinal created at `at`.
pub(super) fn item_id(platform: Platform, ordinal: u64, at: Millis) -> u64 {
    let ticks = match platform {
        Platform::Tiktok => at / 1000,
        _ => at - INSTAGRAM_EPOCH,
    };
    let low = (ordinal.wrapping_mul(STIR) ^ SALT) & mask(platform);
    (u64::try_from(ticks).unwrap_or_default() << low_bits(platform)) | low
}

/// Returns the creation time of an item: to the millisecond on Instagram, to the second on TikTok.
pub(super) fn posted_at(platform: Platform, id: u64) -> Millis {
    let ticks = i64::try_from(id >> low_bits(platform)).unwrap_or_default();
    match platform {
        Platform::Tiktok => ticks * 1000,
        _ => ticks + INSTAGRAM_EPOCH,
    }
}

/// Returns the ordinal of the account that created an item.
pub(super) fn ordinal_of(platform: Platform, id: u64) -> u64 {
    ((id ^ SALT) & mask(platform)).wrapping_mul(UNSTIR) & mask(platform)
}

/// Returns a number for the account with this ordinal: unique, and without a visible order.
pub(super) fn stirred(ordinal: u64) -> u64 {
    (ordinal.wrapping_mul(STIR) ^ SALT) & 0xffff_ffff
}

/// Reverses [`stirred`].
pub(super) fn unstirred(number: u64) -> u64 {
    ((number ^ SALT) & 0xffff_ffff).wrapping_mul(UNSTIR) & 0xffff_ffff
}

/// Returns the shortcode of an Instagram pk: the number in base 64.
pub(crate) fn shortcode(mut pk: u64) -> String {
    let mut letters = Vec::with_capacity(11);
    while pk > 0 {
        letters.push(char::from(ALPHABET[(pk & 63) as usize]));
        pk >>= 6;
    }
    letters.iter().rev().collect()
}

/// Returns the pk of a shortcode; `None` if it is invalid. Codes of private posts have 28 more characters.
pub(crate) fn pk_of(code: &str) -> Option<u64> {
    const PRIVATE_TAIL: usize = 28;
    let code = if code.len() > PRIVATE_TAIL {
        &code.as_bytes()[..code.len() - PRIVATE_TAIL]
    } else {
        code.as_bytes()
    };
    code.iter().try_fold(0_u64, |pk, letter| {
        let digit = ALPHABET.iter().position(|other| other == letter)?;
        pk.checked_mul(64)?.checked_add(digit as u64)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn item_id_encodes_time_and_account() {
        for platform in [Platform::Instagram, Platform::Tiktok] {
            for ordinal in [0, 1, 77, 8_000_000] {
                let id = item_id(platform, ordinal, 1_793_534_400_000);
                assert_eq!(posted_at(platform, id), 1_793_534_400_000);
                assert_eq!(ordinal_of(platform, id), ordinal);
                assert_eq!(unstirred(stirred(ordinal)), ordinal);
            }
        }
    }

    #[test]
    fn shortcodes_match_the_platform() {
        // A public post whose pk and shortcode are both known.
        assert_eq!(shortcode(2_307_774_091_974_900_767), "CAG3E8-A3wf");
        assert_eq!(pk_of("CAG3E8-A3wf"), Some(2_307_774_091_974_900_767));
        assert_eq!(pk_of("not a code"), None);
    }
}
