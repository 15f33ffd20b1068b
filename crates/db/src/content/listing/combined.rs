//! A list of the items of several platforms: their lists, merged in the common order. Equal values are in the order of the platforms.

use std::collections::{HashMap, VecDeque};

use chrono::NaiveDate;
use clipmeter_proto::v1::Platform;
use sqlx::PgConnection;

use super::order::{Key, Order, Split};
use super::{
    ContentRows, GAINED, ListError, Listing, MAX_COUNTED, by_gain, find, gains_by_id, in_order, limit_time,
    with_gains,
};
use crate::content::{self, ContentItem, Gain, Number};

/// An item with its platform.
pub type PlatformItem = (Platform, ContentItem);

/// One page of a combined list.
#[derive(Clone, Debug)]
pub struct CombinedPage {
    pub items: Vec<PlatformItem>,
    /// Length of the whole list, or [`MAX_COUNTED`] if the list of a platform is longer than it is counted.
    pub total: i64,
    /// Whether the list is longer than `total`.
    pub total_is_minimum: bool,
}

/// Up to this many items of each list are read to merge them. Those before a later page are counted by comparing single items, about
/// `log2` of their number in each list.
const MERGED: i64 = 400;

/// Pages that end here or earlier are found in the IDs of the beginning of each list, which are read once. For later pages, the indexes
/// are merged, or each compared item is looked up in its list.
const READ: i64 = MAX_COUNTED;

/// Returns a page of lists that differ only in their platforms and accounts. `skip` may be past the end.
pub async fn combined_page(
    connection: &mut PgConnection,
    listings: &[Listing],
    skip: i64,
    take: i64,
) -> Result<CombinedPage, ListError> {
    limit_time(connection).await?;
    let Some(first) = listings.first() else {
        return Ok(page_of(Vec::new(), 0, false));
    };
    let order = Order::of(first);
    if let (GAINED, Some(period)) = (first.sort, first.gained) {
        return page_by_gain(connection, listings, period, skip, take).await;
    }
    let end = skip.saturating_add(take);
    let mut total_is_minimum = false;
    let mut lists = Vec::new();
    for listing in listings {
        let length = if end <= READ { end } else { 0 };
        let found = find(connection, listing, listing.sort, MAX_COUNTED, 0, length).await?;
        total_is_minimum |= found.total_is_minimum;
        lists.push(List {
            listing,
            total: found.total,
            ids: (end <= READ).then_some(found.ids),
        });
    }
    let all: i64 = lists.iter().map(|list| list.total).sum();
    // The beginning of the merged list is known as far as each of its lists.
    let total = if total_is_minimum {
        all.min(MAX_COUNTED)
    } else {
        all
    };
    let take = take.min(total.saturating_sub(skip));
    if take <= 0 {
        return Ok(page_of(Vec::new(), total, total_is_minimum));
    }
    // The indexes are read from their beginning, and the lists from the nearer end.
    let before = if end <= READ || skip > total / 2 {
        None
    } else {
        items_before(connection, listings, skip).await?
    };
    let split = match before {
        Some(before) => Split::known(order, before),
        None => split_at(connection, order, &lists, skip, MERGED - take).await?,
    };
    let mut items = Vec::new();
    for (list, before) in lists.iter().zip(split.before()) {
        let ids = list.part(connection, *before, split.left() + take).await?;
        let of_list = in_order(connection, &ids, None).await?;
        items.extend(of_list.into_iter().map(|item| (list.listing.platform, item)));
    }
    // A stable sort: the lists stay in their own order.
    items.sort_by(|(_, one), (_, other)| order.cmp(order.key(one), order.key(other)));
    let mut items = part_of(items, split.left(), take);
    if let Some(period) = first.gained {
        add_gains(connection, &mut items, period).await?;
    }
    Ok(page_of(items, total, total_is_minimum))
}

/// One of the lists.
struct List<'a> {
    listing: &'a Listing,
    /// Length of the list, as far as it is counted.
    total: i64,
    /// The IDs of its beginning, if no later ones are needed.
    ids: Option<Vec<i64>>,
}

impl List<'_> {
    /// Returns the IDs of the items from this place on.
    async fn part(
        &self,
        connection: &mut PgConnection,
        skip: i64,
        take: i64,
    ) -> Result<Vec<i64>, sqlx::Error> {
        if let Some(ids) = &self.ids {
            return Ok(part_of(ids.iter().copied(), skip, take));
        }
        let found = find(
            connection,
            self.listing,
            self.listing.sort,
            MAX_COUNTED,
            skip,
            take,
        )
        .await?;
        Ok(found.ids)
    }

    /// Returns the key of the item at a place; `None` past the end.
    async fn key_at(
        &self,
        connection: &mut PgConnection,
        order: Order,
        place: i64,
    ) -> Result<Option<Key>, sqlx::Error> {
        let ids = self.part(connection, place, 1).await?;
        let items = content::by_ids(connection, &ids).await?;
        Ok(items.first().map(|item| order.key(item)))
    }
}

fn page_of(items: Vec<PlatformItem>, total: i64, total_is_minimum: bool) -> CombinedPage {
    CombinedPage {
        items,
        total,
        total_is_minimum,
    }
}

fn part_of<T>(items: impl IntoIterator<Item = T>, skip: i64, take: i64) -> Vec<T> {
    let [skip, take] = [skip, take].map(|count| usize::try_from(count).unwrap_or(usize::MAX));
    items.into_iter().skip(skip).take(take).collect()
}

/// Reads how many items of each list come before a position of the merged list from the indexes of the lists; `None` if something
/// restricts the lists, or if they have to be compared.
async fn items_before(
    connection: &mut PgConnection,
    listings: &[Listing],
    skip: i64,
) -> Result<Option<Vec<i64>>, sqlx::Error> {
    let Some(first) = listings
        .first()
        .filter(|_| listings.iter().all(Listing::is_unrestricted))
    else {
        return Ok(None);
    };
    let platforms: Vec<String> = listings
        .iter()
        .map(|listing| listing.platform.code().to_owned())
        .collect();
    sqlx::query_scalar!(
        "SELECT posts_before($1, $2, $3, $4)",
        &platforms,
        first.sort,
        first.descending,
        skip
    )
    .fetch_one(connection)
    .await
}

/// Finds how many items of each list come before a position of the merged list, except for at most `few`.
async fn split_at(
    connection: &mut PgConnection,
    order: Order,
    lists: &[List<'_>],
    skip: i64,
    few: i64,
) -> Result<Split, sqlx::Error> {
    let totals: Vec<i64> = lists.iter().map(|list| list.total).collect();
    let mut split = Split::new(order, lists.len(), skip);
    while let Some(probes) = split.probes(&totals, few) {
        let mut keys = Vec::new();
        for (list, place) in lists.iter().zip(&probes) {
            keys.push(match place {
                Some(place) => list.key_at(connection, order, *place).await?,
                None => None,
            });
        }
        if !split.advance(&probes, &keys) {
            break;
        }
    }
    Ok(split)
}

/// Adds what the items gained in a period.
async fn add_gains(
    connection: &mut PgConnection,
    items: &mut [PlatformItem],
    period: [NaiveDate; 2],
) -> Result<(), sqlx::Error> {
    let ids: Vec<i64> = items.iter().map(|(_, item)| item.id).collect();
    let gains = gains_by_id(connection, &ids, period).await?;
    for (_, item) in items {
        item.gained_views = gains.get(&item.id).copied().flatten();
    }
    Ok(())
}

async fn page_by_gain(
    connection: &mut PgConnection,
    listings: &[Listing],
    period: [NaiveDate; 2],
    skip: i64,
    take: i64,
) -> Result<CombinedPage, ListError> {
    let mut merged = Vec::new();
    for listing in listings {
        let gains = by_gain(connection, listing, period).await?;
        merged.extend(gains.into_iter().map(|gain| (listing.platform, gain)));
    }
    if let Some(first) = listings.first() {
        let order = Order::of(first);
        let key = |(_, views): &Gain| views.map(Number::Integer);
        merged.sort_by(|(_, one), (_, other)| order.cmp(key(one), key(other)));
    }
    let total = i64::try_from(merged.len()).unwrap_or(i64::MAX);
    let (platforms, gains): (Vec<Platform>, Vec<Gain>) = part_of(merged, skip, take).into_iter().unzip();
    let platforms: HashMap<i64, Platform> = gains.iter().map(|(id, _)| *id).zip(platforms).collect();
    let items = with_gains(connection, &gains).await?;
    let items = items
        .into_iter()
        .filter_map(|item| Some((*platforms.get(&item.id)?, item)));
    Ok(page_of(items.collect(), total, false))
}

/// Every item of lists that differ only in their platforms and accounts, merged; see [`ContentRows`].
#[derive(Debug)]
pub struct CombinedRows {
    order: Option<Order>,
    lists: Vec<MergedList>,
}

/// One of the lists, of which some items have been read.
#[derive(Debug)]
struct MergedList {
    platform: Platform,
    rows: ContentRows,
    /// Read, and not returned yet.
    next: VecDeque<ContentItem>,
    has_ended: bool,
}

impl CombinedRows {
    /// Opens the lists in a transaction with one snapshot.
    pub async fn open(connection: &mut PgConnection, listings: &[Listing]) -> Result<Self, ListError> {
        let mut lists = Vec::new();
        for listing in listings {
            lists.push(MergedList {
                platform: listing.platform,
                rows: ContentRows::open(connection, listing).await?,
                next: VecDeque::new(),
                has_ended: false,
            });
        }
        let order = listings.first().map(Order::of);
        Ok(Self { order, lists })
    }

    /// Returns the next items, at most `take`; empty at the end.
    pub async fn next(
        &mut self,
        connection: &mut PgConnection,
        take: u16,
    ) -> Result<Vec<PlatformItem>, sqlx::Error> {
        let mut items = Vec::new();
        while items.len() < usize::from(take) {
            for list in &mut self.lists {
                if list.next.is_empty() && !list.has_ended {
                    list.next = list.rows.next(connection, take).await?.into();
                    list.has_ended = list.next.is_empty();
                }
            }
            let Some(item) = self.first() else { break };
            items.push(item);
        }
        Ok(items)
    }

    /// Removes the first of the items that were read.
    fn first(&mut self) -> Option<PlatformItem> {
        let order = self.order?;
        let lists = self.lists.iter_mut();
        let waiting = lists.filter_map(|list| Some((order.key(list.next.front()?), list)));
        let (_, list) = waiting.min_by(|(one, _), (other, _)| order.cmp(*one, *other))?;
        Some((list.platform, list.next.pop_front()?))
    }
}
