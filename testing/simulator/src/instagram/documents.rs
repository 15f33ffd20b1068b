//! The IDs of the GraphQL documents. The platform gives its queries new IDs every few weeks; the scripts of its pages contain
//! them.

use std::{collections::BTreeMap, time::Duration};

use sha2::{Digest as _, Sha256};

use crate::{SimulatorError, clock::Millis};

/// The operation of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operation {
    Timeline,
    Clips,
    /// The clips, nested one level deeper.
    NestedClips,
    Profile,
    Shortcode,
    LoggedOutPost,
}

/// A query of the web client.
#[derive(Debug)]
pub(super) struct QueryDocument {
    operation: Operation,
    /// The query's name in scripts; empty if unknown.
    pub(super) name: &'static str,
    /// The IDs observed on the platform, newest first.
    shipped: &'static [&'static str],
    /// The query's additional flags, without `.relayprovider`.
    pub(super) flags: &'static [&'static str],
}

pub(super) const DOCUMENTS: [QueryDocument; 7] = [
    QueryDocument {
        operation: Operation::Timeline,
        name: "PolarisProfilePostsQuery",
        shipped: &["28534843459473863"],
        flags: &["PolarisFeedShareMenu", "PolarisIsLoggedIn"],
    },
    QueryDocument {
        operation: Operation::Timeline,
        name: "PolarisProfilePostsTabContentQuery_connection",
        shipped: &["28544666141895803", "29104886249145907"],
        flags: &["PolarisFeedShareMenu", "PolarisIsLoggedIn"],
    },
    QueryDocument {
        operation: Operation::Clips,
        name: "",
        shipped: &["27234427476213202", "7845543455542541"],
        flags: &[],
    },
    QueryDocument {
        operation: Operation::NestedClips,
        name: "PolarisProfileReelsTabContentQuery_connection",
        shipped: &["29285972954340351"],
        flags: &[],
    },
    QueryDocument {
        operation: Operation::Profile,
        name: "PolarisProfilePageContentQuery",
        shipped: &["28717443601247930", "27937681195819736"],
        flags: &[],
    },
    QueryDocument {
        operation: Operation::Shortcode,
        name: "",
        shipped: &["27128499623469141", "8845758582119845"],
        flags: &[],
    },
    QueryDocument {
        operation: Operation::LoggedOutPost,
        name: "PolarisLoggedOutDesktopWWWPostRootContentQuery",
        shipped: &["27130156389949648"],
        flags: &[],
    },
];

/// The lowest document ID: they have 17 digits.
const LOWEST_ID: u64 = 10_000_000_000_000_000;

/// The rotation of document IDs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rotation {
    /// The interval between new IDs.
    pub every: Duration,
    /// How long the previous IDs remain valid.
    pub overlap: Duration,
}

impl Rotation {
    pub(crate) fn check(self) -> Result<(), SimulatorError> {
        if self.every.as_millis() > 0 && self.overlap <= self.every {
            Ok(())
        } else {
            Err(SimulatorError::Rotation)
        }
    }
}

/// The valid IDs over time.
#[derive(Debug)]
pub(crate) struct QueryDocuments {
    rotation: Option<(Millis, Millis)>,
    seed: u64,
    start: Millis,
}

impl QueryDocuments {
    /// Starts at `start` with the IDs observed on the platform, until they are rotated.
    pub(crate) fn new(rotation: Option<Rotation>, seed: u64, start: Millis) -> Self {
        let millis = |duration: Duration| Millis::try_from(duration.as_millis()).unwrap_or(Millis::MAX);
        Self {
            rotation: rotation.map(|rotation| (millis(rotation.every), millis(rotation.overlap))),
            seed,
            start,
        }
    }

    /// Returns the operation of a document ID; `None` for one that is unknown or expired.
    pub(super) fn operation(&self, id: &str, now: Millis) -> Option<Operation> {
        let known = |document: &&QueryDocument| {
            self.epochs(now)
                .iter()
                .any(|epoch| self.ids(document, *epoch).iter().any(|known| known == id))
        };
        DOCUMENTS.iter().find(known).map(|document| document.operation)
    }

    /// Returns the operations' names with their current IDs; empty if IDs are not rotated.
    pub(crate) fn present(&self, now: Millis) -> BTreeMap<&'static str, String> {
        let Some(epoch) = self.epoch(now) else {
            return BTreeMap::new();
        };
        let named = DOCUMENTS.iter().filter(|document| !document.name.is_empty());
        named
            .map(|document| (document.name, self.id(document, epoch)))
            .collect()
    }

    /// Returns the current epoch, if IDs are rotated.
    pub(super) fn epoch(&self, now: Millis) -> Option<u64> {
        let (every, _) = self.rotation?;
        Some((now - self.start).max(0).unsigned_abs() / every.unsigned_abs())
    }

    /// Returns the epochs whose IDs are valid, the current one first.
    pub(super) fn epochs(&self, now: Millis) -> Vec<u64> {
        let (Some(epoch), Some((every, overlap))) = (self.epoch(now), self.rotation) else {
            return vec![0];
        };
        let is_fresh = (now - self.start) % every < overlap;
        let before = epoch.checked_sub(1).filter(|_| is_fresh);
        [epoch].into_iter().chain(before).collect()
    }

    /// Returns the document's ID in the scripts of an epoch.
    pub(super) fn id(&self, document: &QueryDocument, epoch: u64) -> String {
        self.ids(document, epoch).swap_remove(0)
    }

    fn ids(&self, document: &QueryDocument, epoch: u64) -> Vec<String> {
        if epoch == 0 {
            return document.shipped.iter().map(|id| (*id).to_owned()).collect();
        }
        let number = self.number(document.shipped.concat().as_bytes(), epoch);
        vec![(LOWEST_ID + number % (9 * LOWEST_ID)).to_string()]
    }

    /// Returns an unpredictable number that is always the same for one input and epoch.
    pub(super) fn number(&self, of: &[u8], epoch: u64) -> u64 {
        let digest = Sha256::new()
            .chain_update(self.seed.to_le_bytes())
            .chain_update(epoch.to_le_bytes())
            .chain_update(of)
            .finalize();
        digest
            .iter()
            .take(8)
            .fold(0, |number, byte| number << 8 | u64::from(*byte))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Millis = 3_600_000;

    fn rotating() -> QueryDocuments {
        let rotation = Rotation {
            every: Duration::from_hours(24),
            overlap: Duration::from_hours(2),
        };
        QueryDocuments::new(Some(rotation), 7, 0)
    }

    #[test]
    fn previous_document_ids_are_accepted_for_two_hours() {
        let documents = rotating();
        let first = "28534843459473863";
        let is_known = |id: &str, hour| documents.operation(id, hour * HOUR) == Some(Operation::Timeline);
        assert!(is_known(first, 0) && is_known(first, 25) && !is_known(first, 26));
        let second = documents.present(30 * HOUR)["PolarisProfilePostsQuery"].clone();
        assert!(
            !is_known(&second, 23)
                && is_known(&second, 24)
                && is_known(&second, 49)
                && !is_known(&second, 50)
        );
        assert!(second.len() == 17 && second != first);
    }

    #[test]
    fn document_ids_are_unique_and_not_renewed_by_default() {
        let ids: std::collections::BTreeSet<String> = rotating().present(24 * HOUR).into_values().collect();
        assert_eq!(ids.len(), 5);
        let constant = QueryDocuments::new(None, 7, 0);
        assert_eq!(
            constant.operation("27130156389949648", 9_000 * HOUR),
            Some(Operation::LoggedOutPost)
        );
        assert_eq!(constant.operation("123", 0), None);
    }
}
