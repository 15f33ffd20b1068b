//! The columns of an export.

use std::marker::PhantomData;

use clipmeter_db::content::ContentItem;
use clipmeter_domain::metric::Metric;
use clipmeter_proto::v1::Platform;
use serde::Deserialize;
use serde_json::json;
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::{ObjectBuilder, Required, Type};

use super::csv::Csv;
use crate::http::error::Problem;

/// A column, named after the field of the table's rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Column {
    Platform,
    Account,
    Groups,
    Shortcode,
    VideoId,
    /// The shortcode or the platform's ID, as in the item's address.
    ItemId,
    Url,
    DatePosted,
    Metric(Metric),
    GainedViews,
    Cost,
    /// ISO 4217 code of the cost's currency; empty for an item without a cost.
    Currency,
    Caption,
    UpdatedAt,
    Availability,
    UnavailableSince,
}

impl Column {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Platform => "platform",
            Self::Account => "account",
            Self::Groups => "groups",
            Self::Shortcode => "shortcode",
            Self::VideoId => "video_id",
            Self::ItemId => "item_id",
            Self::Url => "url",
            Self::DatePosted => "date_posted",
            Self::Metric(metric) => metric.field(),
            Self::GainedViews => "gained_views",
            Self::Cost => "cost",
            Self::Currency => "currency",
            Self::Caption => "caption",
            Self::UpdatedAt => "updated_at",
            Self::Availability => "availability",
            Self::UnavailableSince => "unavailable_since",
        }
    }

    /// Writes the cell of an item, with the currency of its cost, if it has one.
    pub(crate) fn write(self, platform: Platform, item: &ContentItem, currency: Option<&str>, csv: &mut Csv) {
        match self {
            Self::Platform => csv.text(platform.code()),
            Self::Account => csv.text(&item.username),
            Self::Groups => csv.text(&item.groups.join(", ")),
            Self::Shortcode => csv.text(item.shortcode.as_deref().unwrap_or_default()),
            Self::VideoId => csv.text(&item.external_id),
            Self::ItemId => csv.text(item.public_id(platform)),
            Self::Url => csv.text(&item.url),
            Self::DatePosted => csv.time(item.posted_at),
            Self::Metric(metric) => csv.number(item.metric(metric)),
            Self::GainedViews => csv.number(item.gained_views),
            Self::Cost => csv.number(item.cost),
            Self::Currency => csv.text(currency.filter(|_| item.cost.is_some()).unwrap_or_default()),
            Self::Caption => csv.text(&item.caption),
            Self::UpdatedAt => csv.time(Some(item.updated_at)),
            Self::Availability => csv.text(&item.availability),
            Self::UnavailableSince => csv.time(item.unavailable_since),
        }
    }
}

/// A table that can be exported.
pub(crate) trait ExportTable {
    /// The platforms whose items it contains.
    const PLATFORMS: &'static [Platform];

    /// Returns all columns, in order.
    fn columns() -> Vec<Column> {
        let metrics = Metric::ALL.into_iter();
        let reported =
            metrics.filter(|metric| Self::PLATFORMS.iter().any(|platform| platform.reports(*metric)));
        let ids = match Self::PLATFORMS {
            [one] if one.descriptor().has_shortcodes => [Column::Account, Column::Shortcode].as_slice(),
            [_] => &[Column::Account, Column::VideoId],
            _ => &[Column::Platform, Column::Account, Column::ItemId],
        };
        ids.iter()
            .copied()
            .chain([Column::Url, Column::DatePosted])
            .chain(reported.map(Column::Metric))
            .chain([
                Column::GainedViews,
                Column::Cost,
                Column::Currency,
                Column::Caption,
                Column::UpdatedAt,
                Column::Availability,
                Column::UnavailableSince,
                Column::Groups,
            ])
            .collect()
    }
}

/// The tables of all items, in a module for each platform, and in one for all of them.
pub(crate) mod tables {
    use clipmeter_proto::v1::Platform;

    use super::ExportTable;
    use crate::http::platforms::each_platform;

    macro_rules! table {
        ($module:ident, $Platform:ident, $($text:literal),*) => {
            pub(crate) mod $module {
                pub(crate) struct Table;

                impl super::ExportTable for Table {
                    const PLATFORMS: &'static [super::Platform] = &[super::Platform::$Platform];
                }
            }
        };
    }

    each_platform!(table);

    pub(crate) mod everything {
        pub(crate) struct Table;

        impl super::ExportTable for Table {
            const PLATFORMS: &'static [super::Platform] = &super::Platform::ALL;
        }
    }
}

/// The columns to export.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub(crate) struct ColumnsQuery<T> {
    columns: Option<String>,
    #[serde(skip)]
    table: PhantomData<T>,
}

impl<T: ExportTable> ColumnsQuery<T> {
    /// Returns the columns in the requested order, without duplicates; by default, those that every caller expects.
    pub(crate) fn chosen(&self, has_period: bool) -> Result<Vec<Column>, Problem> {
        let mut columns = T::columns();
        let Some(names) = &self.columns else {
            columns.retain(|column| match column {
                Column::GainedViews => has_period,
                Column::Currency | Column::Groups => false,
                _ => true,
            });
            return Ok(columns);
        };
        let mut chosen = Vec::new();
        for name in names.split(',') {
            let found = columns.iter().find(|column| column.name() == name);
            let column = *found.ok_or_else(|| {
                Problem::invalid(format!("columns may contain {}", names_of(&columns).join(", ")))
            })?;
            if !chosen.contains(&column) {
                chosen.push(column);
            }
        }
        Ok(chosen)
    }
}

impl<T: ExportTable> IntoParams for ColumnsQuery<T> {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let one = format!("({})", names_of(&T::columns()).join("|"));
        let schema = ObjectBuilder::new()
            .schema_type(Type::String)
            .pattern(Some(format!("^{one}(,{one})*$")));
        let parameter = ParameterBuilder::new()
            .name("columns")
            .parameter_in(ParameterIn::Query)
            .required(Required::False)
            .description(Some(
                "The columns in their order, separated by commas. Defaults to all columns except `currency` and `groups`, and `gained_views` without a period.",
            ))
            .schema(Some(schema))
            .example(Some(json!("account,url,views")));
        vec![parameter.build()]
    }
}

fn names_of(columns: &[Column]) -> Vec<&'static str> {
    columns.iter().map(|column| column.name()).collect()
}

#[cfg(test)]
mod tests {
    use super::tables::{everything, instagram, tiktok};
    use super::*;

    fn chosen<T: ExportTable>(columns: Option<&str>) -> Result<Vec<&'static str>, String> {
        let columns = columns.map(str::to_owned);
        let table = PhantomData::<T>;
        let chosen = ColumnsQuery { columns, table }.chosen(false);
        chosen
            .map(|columns| names_of(&columns))
            .map_err(|problem| problem.text().to_owned())
    }

    #[test]
    fn columns_parameter_selects_columns_and_rejects_unknown_names() {
        assert_eq!(
            chosen::<tiktok::Table>(None).unwrap().len(),
            tiktok::Table::columns().len() - 3,
            "without gained views, currency and groups"
        );
        assert_eq!(
            chosen::<tiktok::Table>(Some("views,account,views")).unwrap(),
            ["views", "account"]
        );
        assert_eq!(
            chosen::<everything::Table>(Some("platform,item_id,shares")).unwrap(),
            ["platform", "item_id", "shares"]
        );
        for wrong in ["", "views,", "Views", "shares", "video_id", "platform"] {
            let text = chosen::<instagram::Table>(Some(wrong)).unwrap_err();
            assert!(
                text.starts_with("columns may contain account, shortcode, url"),
                "{text}"
            );
        }
    }
}
