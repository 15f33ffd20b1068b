//! Matches a resource to a row.

/// The row that matches a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Match<R> {
    /// The row linked to the resource.
    Named(R),
    /// A row with the same subject that is not linked to a resource.
    Free(R),
    /// The row with the same subject is linked to another resource, with this name.
    Taken(String),
    /// No row matches.
    Nothing,
}

/// A row that may match a resource.
pub trait Candidate {
    /// Returns the name of the row's resource; `None`: not linked to a resource.
    fn resource(&self) -> Option<&str>;

    /// Returns whether the row has the resource's subject.
    fn is_subject(&self) -> bool;
}

/// The result of matching a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matched<R> {
    pub row: Match<R>,
    /// A row that is linked to the resource's name and has another subject: an earlier object of this name
    /// was deleted without its row. The row must be unlinked.
    pub stale: Option<R>,
}

impl<R: Candidate> Matched<R> {
    /// Chooses among rows that are linked to the resource or have its subject; the latter are sorted by
    /// preference.
    pub(super) fn choose(rows: Vec<R>, resource: &str) -> Self {
        let mut named = None;
        let mut stale = None;
        let mut others = Vec::new();
        for row in rows {
            match (row.resource() == Some(resource), row.is_subject()) {
                (true, true) => named = named.or(Some(row)),
                (true, false) => stale = stale.or(Some(row)),
                (false, true) => others.push(row),
                (false, false) => {}
            }
        }
        let row = match (named, others.into_iter().next()) {
            (Some(row), _) => Match::Named(row),
            (None, Some(row)) => match row.resource() {
                Some(other) => Match::Taken(other.to_owned()),
                None => Match::Free(row),
            },
            (None, None) => Match::Nothing,
        };
        Self { row, stale }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Id, resource, whether it has the subject.
    type CandidateRow = (i64, Option<&'static str>, bool);

    impl Candidate for CandidateRow {
        fn resource(&self) -> Option<&str> {
            self.1
        }

        fn is_subject(&self) -> bool {
            self.2
        }
    }

    #[test]
    fn resource_match_prefers_named_row_then_first_row() {
        for (rows, row, stale) in [
            (vec![], Match::Nothing, None),
            (vec![(1, None, true)], Match::Free((1, None, true)), None),
            (
                vec![(1, None, true), (2, Some("a"), true)],
                Match::Named((2, Some("a"), true)),
                None,
            ),
            (vec![(1, Some("b"), true)], Match::Taken("b".to_owned()), None),
            (
                vec![(1, None, true), (2, Some("b"), true)],
                Match::Free((1, None, true)),
                None,
            ),
            (
                vec![(1, Some("b"), true), (2, None, true)],
                Match::Taken("b".to_owned()),
                None,
            ),
            (
                vec![(1, Some("a"), false)],
                Match::Nothing,
                Some((1, Some("a"), false)),
            ),
            (
                vec![(1, Some("a"), false), (2, None, true)],
                Match::Free((2, None, true)),
                Some((1, Some("a"), false)),
            ),
        ] {
            let rows: Vec<CandidateRow> = rows;
            assert_eq!(
                Matched::choose(rows.clone(), "a"),
                Matched { row, stale },
                "{rows:?}"
            );
        }
    }
}
