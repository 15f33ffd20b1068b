//! Every reported count lies between the true values shortly before and at its observation.

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_proto::v1::{Observation, PageReport};
use clipmeter_scraper::core::model::Rounded;

use crate::oracle::{Oracle, item};
use crate::report_log::AccountKey;

/// Maximum age of a response at its arrival: the longest request timeout plus the rounding to whole seconds.
pub(crate) const MAX_RESPONSE_AGE: TimeDelta = TimeDelta::seconds(35);

/// Minimum significant digits that platforms keep in a rounded count: 1,585,253 is shown as 1,600,000.
const SIGNIFICANT_DIGITS: u32 = 2;

/// An observed count of an item with its allowed range.
struct Count<'a> {
    name: &'a str,
    observed: Option<i64>,
    before: Option<i64>,
    at: Option<i64>,
    is_rounded: bool,
    /// The platform shows the count elsewhere although the lists hide it.
    is_shown_elsewhere: bool,
    /// The count comes from a different key, which yields lower values.
    is_part: bool,
}

/// Finds a false count among the observations of a page. `requested_at` is the request time of the oldest response in it:
/// Instagram's counts are joined from several lists.
pub(crate) fn check(
    oracle: &Oracle,
    (platform, name): &AccountKey,
    page: &PageReport,
    requested_at: DateTime<Utc>,
) -> Result<(), String> {
    let at = DateTime::<Utc>::from_timestamp(page.observed_at, 0).unwrap_or_default();
    let before = oracle.reading(*platform, name, requested_at.min(at));
    let after = oracle.reading(*platform, name, at);
    for observed in &page.observations {
        let id = &observed.external_id;
        let (before, after) = (item(before.as_ref(), id), item(after.as_ref(), id));
        if before.is_none() && after.is_none() {
            return Err(format!("@{name} has no item {id} that could be seen"));
        }
        for count in counts(observed, before, after) {
            check_one(&count).map_err(|what| format!("@{name}, item {id}: {what}"))?;
        }
    }
    Ok(())
}

fn counts<'a>(
    observed: &'a Observation,
    before: Option<&Observation>,
    after: Option<&Observation>,
) -> [Count<'a>; 5] {
    let rounded = Rounded::from_bits(observed.rounded);
    let of = |name, bit, get: fn(&Observation) -> Option<i64>| Count {
        name,
        observed: get(observed),
        before: before.and_then(get),
        at: after.and_then(get),
        is_rounded: rounded.has(bit),
        is_shown_elsewhere: false,
        is_part: false,
    };
    let source = |item: Option<&Observation>| item.map(|item| item.views_source.clone());
    let is_part = observed.shortcode.is_empty()
        || ![source(before), source(after)].contains(&Some(observed.views_source.clone()));
    [
        Count {
            // Only lists of reels show all views, and only profiles show those of other videos.
            is_shown_elsewhere: true,
            is_part: is_part && !observed.shortcode.is_empty(),
            ..of("views", Rounded::VIEWS, |item| item.views)
        },
        of("likes", Rounded::LIKES, |item| item.likes),
        Count {
            is_shown_elsewhere: true,
            ..of("comments", Rounded::COMMENTS, |item| item.comments)
        },
        of("shares", Rounded::SHARES, |item| item.shares),
        of("saves", Rounded::SAVES, |item| item.saves),
    ]
}

fn check_one(count: &Count<'_>) -> Result<(), String> {
    let Some(observed) = count.observed else {
        return Ok(());
    };
    let name = count.name;
    let (Some(most), Some(least)) = (count.at.or(count.before), count.before.or(Some(0))) else {
        return if count.is_shown_elsewhere {
            Ok(())
        } else {
            Err(format!("{observed} {name}, which are hidden"))
        };
    };
    let step = if count.is_rounded { step(observed) } else { 0 };
    if observed > most + step {
        return Err(format!("{observed} {name}, of which there are {most}"));
    }
    if count.is_part {
        return Ok(());
    }
    if observed < least - step || (observed == 0 && least > 0) {
        return Err(format!("{observed} {name}, of which there were {least}"));
    }
    Ok(())
}

/// Returns the maximum difference between a rounded count and the true one.
pub(super) fn step(count: i64) -> i64 {
    let digits = count.unsigned_abs().checked_ilog10().unwrap_or_default() + 1;
    10_i64.pow(digits.saturating_sub(SIGNIFICANT_DIGITS))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(observed: i64, before: i64, at: i64) -> Count<'static> {
        Count {
            name: "likes",
            observed: Some(observed),
            before: Some(before),
            at: Some(at),
            is_rounded: false,
            is_shown_elsewhere: false,
            is_part: false,
        }
    }

    #[test]
    fn count_is_valid_between_true_counts_at_two_instants() {
        for observed in [100, 107, 110] {
            check_one(&count(observed, 100, 110)).unwrap();
        }
        for observed in [0, 99, 111] {
            check_one(&count(observed, 100, 110)).unwrap_err();
        }
        check_one(&Count {
            observed: None,
            ..count(0, 100, 110)
        })
        .unwrap();
        check_one(&Count {
            before: None,
            at: None,
            ..count(3, 0, 0)
        })
        .unwrap_err();
    }

    #[test]
    fn rounded_count_is_valid_within_step_but_never_zero() {
        let rounded = |observed, before, at| Count {
            is_rounded: true,
            ..count(observed, before, at)
        };
        check_one(&rounded(38_500, 38_490, 38_495)).unwrap();
        check_one(&rounded(1_600_000, 1_585_253, 1_585_253)).unwrap();
        check_one(&rounded(1_800_000, 1_585_253, 1_585_253)).unwrap_err();
        check_one(&rounded(0, 1, 2)).unwrap_err();
    }
}
