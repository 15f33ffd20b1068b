//! Numbered pages.

use serde::Deserialize;
use utoipa::IntoParams;

use super::error::Problem;

/// Default page size of the table of all content, and maximum page size.
pub(crate) const MAX_PER_PAGE: i64 = 100;

/// The page of a list to return.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct PageQuery {
    /// Page number from 1; a page after the last one is empty.
    #[serde(default = "first_page")]
    #[param(default = 1, minimum = 1)]
    pub(crate) page: i64,
    /// Page size, 1 to 100.
    #[serde(default = "default_per_page")]
    #[param(default = 100, minimum = 1, maximum = 100)]
    pub(crate) per_page: i64,
}

pub(crate) fn first_page() -> i64 {
    1
}

pub(crate) fn default_per_page() -> i64 {
    MAX_PER_PAGE
}

/// A validated page of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PageRequest {
    pub(crate) skip: i64,
    pub(crate) take: i64,
}

impl PageRequest {
    /// Validates a page with this maximum size.
    pub(crate) fn new(page: i64, per_page: i64, most: i64) -> Result<Self, Problem> {
        if page < 1 {
            return Err(Problem::invalid("page must be 1 or more"));
        }
        if !(1..=most).contains(&per_page) {
            return Err(Problem::invalid(format!("per_page must be from 1 to {most}")));
        }
        // A page after the last one is empty, however large its number.
        Ok(Self {
            skip: (page - 1).saturating_mul(per_page),
            take: per_page,
        })
    }

    /// Returns the number of pages of a list of this length.
    pub(crate) fn pages(self, total: i64) -> i64 {
        total / self.take + i64::from(total % self.take > 0)
    }
}

impl TryFrom<PageQuery> for PageRequest {
    type Error = Problem;

    fn try_from(query: PageQuery) -> Result<Self, Problem> {
        Self::new(query.page, query.per_page, MAX_PER_PAGE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(page: i64, per_page: i64) -> Option<PageRequest> {
        PageRequest::try_from(PageQuery { page, per_page }).ok()
    }

    #[test]
    fn page_request_counts_from_one_and_limits_page_size() {
        assert_eq!(request(1, 100), Some(PageRequest { skip: 0, take: 100 }));
        assert_eq!(request(3, 50), Some(PageRequest { skip: 100, take: 50 }));
        assert_eq!(
            request(i64::MAX, 100),
            Some(PageRequest {
                skip: i64::MAX,
                take: 100
            })
        );
        for (page, per_page) in [
            (0, 100),
            (-1, 100),
            (1, 0),
            (1, 101),
            (1, i64::MAX),
            (1, i64::MIN),
        ] {
            assert_eq!(request(page, per_page), None, "{page} {per_page}");
        }
    }

    #[test]
    fn page_count_includes_partial_last_page() {
        let request = request(1, 100).unwrap();
        assert_eq!([0, 1, 100, 101].map(|total| request.pages(total)), [0, 1, 1, 2]);
    }
}
