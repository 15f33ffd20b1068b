//! The metrics of posts and videos. Names, sort keys and columns of the API come from here, and a test compares the API's
//! document with this table. The SQL functions `engagement_rate` and `cpm` compute the ratios.

/// A number that is shown of each item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// How often the item was played or shown.
    Views,
    /// Likes.
    Likes,
    /// Comments.
    Comments,
    /// How often the item was shared.
    Shares,
    /// How often the item was saved; does not count toward engagement.
    Saves,
    /// Cost per thousand views.
    Cpm,
    /// Interactions as a percentage of views.
    EngagementRate,
}

/// How the values of several items become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aggregation {
    /// Known values are added up; the platform reports the metric, so it also has a history and gains.
    Sum,
    /// Totals over totals, by the formula of a single item.
    Ratio,
}

/// What the API says about a metric.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// The field of an item in responses, and the column of an export.
    pub field: &'static str,
    /// The key that sorts a list by the metric, in the API and in the SQL function `search_posts`.
    pub sort_key: &'static str,
    /// The field of a total over items.
    pub total_field: &'static str,
    /// How totals are computed.
    pub aggregation: Aggregation,
    /// Maximum number of decimals.
    pub decimals: u8,
}

impl Metric {
    /// All metrics, in the order of columns.
    pub const ALL: [Self; 7] = [
        Self::Views,
        Self::Likes,
        Self::Comments,
        Self::Shares,
        Self::Saves,
        Self::Cpm,
        Self::EngagementRate,
    ];

    /// Returns the metrics that platforms report, in the order of columns.
    pub fn counts() -> impl Iterator<Item = Self> {
        let metrics = Self::ALL.into_iter();
        metrics.filter(|metric| metric.definition().aggregation == Aggregation::Sum)
    }

    /// Returns the definition.
    #[must_use]
    pub const fn definition(self) -> Definition {
        match self {
            Self::Views => count("views", "total_views"),
            Self::Likes => count("likes", "total_likes"),
            Self::Comments => count("comments", "total_comments"),
            Self::Shares => count("shares", "total_shares"),
            Self::Saves => count("saves", "total_saves"),
            Self::Cpm => Definition {
                field: "cpm",
                sort_key: "cpm",
                total_field: "avg_cpm",
                aggregation: Aggregation::Ratio,
                decimals: 4,
            },
            Self::EngagementRate => Definition {
                field: "engagement_rate",
                sort_key: "engagement",
                total_field: "avg_engagement",
                aggregation: Aggregation::Ratio,
                decimals: 2,
            },
        }
    }

    /// Returns the field of an item in responses, which is also the column of an export.
    #[must_use]
    pub const fn field(self) -> &'static str {
        self.definition().field
    }

    /// Returns the key that sorts a list by the metric.
    #[must_use]
    pub const fn sort_key(self) -> &'static str {
        self.definition().sort_key
    }
}

/// Defines a count that platforms report.
const fn count(field: &'static str, total_field: &'static str) -> Definition {
    Definition {
        field,
        sort_key: field,
        total_field,
        aggregation: Aggregation::Sum,
        decimals: 0,
    }
}
