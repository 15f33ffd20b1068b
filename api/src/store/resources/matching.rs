//! Which row a resource means.

/// Which row a resource means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Match<R> {
    /// The one that it names.
    Named(R),
    /// One that is about the same and that no resource names.
    Free(R),
    /// The one that is about the same is named by another resource, this one.
    Taken(String),
    /// There is none.
    Nothing,
}

/// A row that may be what a resource means.
pub trait Candidate {
    /// The name of its resource; None: no resource names it.
    fn resource(&self) -> Option<&str>;

    /// Whether it is about what the resource is about.
    fn is_subject(&self) -> bool;
}

/// Which of the rows a resource means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matched<R> {
    /// That one.
    pub row: Match<R>,
    /// One that has the resource's name and is about something else: an object of this name was there before and was
    /// let go without the row. It is nobody's from now on.
    pub stale: Option<R>,
}

impl<R: Candidate> Matched<R> {
    /// Chooses among rows that have the resource's name or are about the same; of the latter the better ones come first.
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

    /// Id, resource, whether it is about the same.
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
    fn the_name_goes_before_what_it_is_about_and_the_first_before_the_others() {
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
