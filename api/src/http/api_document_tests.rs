//! Requirements for the documentation of every operation.

use std::collections::BTreeSet;

use clipmeter_domain::Platform;
use clipmeter_domain::metric::{Aggregation, Definition, Metric};
use serde_json::Value;

use crate::http::error::ErrorCode;

struct Operation {
    /// Method, path and id, for the message of a failing test.
    name: String,
    value: Value,
}

impl Operation {
    fn responses(&self) -> impl Iterator<Item = (&str, &Value)> {
        let responses = self.value["responses"].as_object().unwrap();
        responses
            .iter()
            .map(|(status, response)| (status.as_str(), response))
    }

    fn has(&self, status: &str) -> bool {
        self.responses().any(|(one, _)| one == status)
    }
}

fn document() -> Value {
    serde_json::from_str(&crate::http::api_document::openapi_json().unwrap()).unwrap()
}

fn operations() -> Vec<Operation> {
    let document = document();
    let paths = document["paths"].as_object().unwrap();
    let all = paths.iter().flat_map(|(path, item)| {
        let methods = item.as_object().unwrap().iter();
        methods.map(move |(method, value)| Operation {
            name: format!("{method} {path} {}", value["operationId"]),
            value: value.clone(),
        })
    });
    all.collect()
}

/// Collects all problems, since they are usually fixed together.
fn assert_all(problem: impl Fn(&Operation) -> Option<String>) {
    let problems: Vec<String> = operations()
        .iter()
        .filter_map(|operation| problem(operation).map(|text| format!("{}: {text}", operation.name)))
        .collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

fn is_text(value: &Value) -> bool {
    value.as_str().is_some_and(|text| !text.trim().is_empty())
}

#[test]
fn openapi_operations_have_descriptions_and_described_tags() {
    let document = document();
    let tags: BTreeSet<&str> = document["tags"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|tag| is_text(&tag["description"]))
        .map(|tag| tag["name"].as_str().unwrap())
        .collect();
    assert_all(|operation| {
        let value = &operation.value;
        let missing: Vec<_> = ["summary", "description", "operationId"]
            .into_iter()
            .filter(|field| !is_text(&value[*field]))
            .collect();
        let tagged = value["tags"]
            .as_array()
            .is_some_and(|own| own.len() == 1 && own[0].as_str().is_some_and(|tag| tags.contains(tag)));
        (!missing.is_empty() || !tagged)
            .then(|| format!("no {missing:?}, or not one known tag: {}", value["tags"]))
    });
    let ids: BTreeSet<String> = operations()
        .iter()
        .map(|one| one.value["operationId"].to_string())
        .collect();
    assert_eq!(ids.len(), operations().len(), "an id names one operation");
}

#[test]
fn openapi_parameters_have_descriptions() {
    assert_all(|operation| {
        let parameters = operation.value["parameters"].as_array()?;
        let mute: Vec<_> = parameters
            .iter()
            .filter(|one| !is_text(&one["description"]))
            .map(|one| &one["name"])
            .collect();
        (!mute.is_empty()).then(|| format!("no description of {mute:?}"))
    });
}

#[test]
fn openapi_bodies_have_examples() {
    fn without(content: &Value) -> bool {
        let types = content.as_object().into_iter().flatten();
        types
            .into_iter()
            .any(|(_, one)| one.get("example").is_none() && one.get("examples").is_none())
    }
    assert_all(|operation| {
        without(&operation.value["requestBody"]["content"]).then(|| "the request has none".to_owned())
    });
    assert_all(|operation| {
        let bare: Vec<_> = operation
            .responses()
            .filter(|(_, one)| without(&one["content"]))
            .map(|(status, _)| status)
            .collect();
        (!bare.is_empty()).then(|| format!("answers {bare:?} have none; give every text field an example"))
    });
}

#[test]
fn openapi_operations_document_success_and_error_statuses() {
    assert_all(|operation| {
        let successes = operation
            .responses()
            .filter(|(status, _)| status.starts_with('2'))
            .count();
        (successes != 1).then(|| format!("{successes} kinds of success"))
    });
    assert_all(|operation| {
        let secured = operation.value.get("security").is_some();
        let body = operation.value.get("requestBody").is_some();
        let mut needed = vec!["500", "503"];
        needed.extend(secured.then_some(["401", "403"]).into_iter().flatten());
        needed.extend(body.then_some(["413", "415", "422"]).into_iter().flatten());
        needed.retain(|status| !operation.has(status));
        (!needed.is_empty()).then(|| format!("does not document {needed:?}"))
    });
}

#[test]
fn openapi_changes_document_that_database_may_refuse_writes() {
    assert_all(|operation| {
        let text = operation.value["responses"]["503"]["description"].to_string();
        let is_change = !operation.name.starts_with("get ");
        let names_both = text.contains("`storage_full`") && text.contains("`read_only`");
        (names_both != is_change).then(|| format!("503 is {text}"))
    });
}

#[test]
fn openapi_changes_of_resources_document_other_managers() {
    let expected = BTreeSet::from([
        "add_scraper_pool",
        "delete_group",
        "delete_instagram_account",
        "delete_instagram_accounts",
        "delete_scraper_pool",
        "delete_tiktok_account",
        "delete_tiktok_accounts",
        "delete_tiktok_video",
        "set_intervals",
        "set_platform_config",
        "toggle_group",
        "update_group",
        "update_instagram_account",
        "update_scraper_pool",
        "update_tiktok_account",
    ]);
    let all = operations();
    let documented: BTreeSet<&str> = all
        .iter()
        .filter(|one| {
            let text = one.value["responses"]["409"]["description"].as_str();
            text.is_some_and(|text| text.contains("`managed_elsewhere`"))
        })
        .filter_map(|one| one.value["operationId"].as_str())
        .collect();
    assert_eq!(documented, expected);
}

#[test]
fn openapi_errors_use_error_body_and_codes_of_status() {
    assert_all(|operation| {
        let wrong: Vec<_> = operation
            .responses()
            .filter(|(status, _)| *status >= "400")
            .filter(|(status, response)| {
                let schema = &response["content"]["application/json"]["schema"]["$ref"];
                let examples = response["content"]["application/json"]["examples"].as_object();
                let codes: Vec<_> = examples.into_iter().flatten().map(|(code, _)| code).collect();
                let known = |code: &&String| {
                    ErrorCode::ALL
                        .iter()
                        .any(|one| one.code() == **code && one.status().as_str() == *status)
                };
                *schema != "#/components/schemas/ErrorBody" || codes.is_empty() || !codes.iter().all(known)
            })
            .map(|(status, response)| format!("{status} ({})", response["description"]))
            .collect();
        (!wrong.is_empty()).then(|| wrong.join(", "))
    });
}

#[test]
fn error_codes_are_unique_and_sorted_by_status() {
    let codes: BTreeSet<_> = ErrorCode::ALL.iter().map(|code| code.code()).collect();
    assert_eq!(codes.len(), ErrorCode::ALL.len());
    assert!(
        ErrorCode::ALL.is_sorted_by_key(|code| code.status()),
        "in the order of their statuses"
    );
}

#[test]
fn document_has_every_metric_of_registry() {
    let document = document();
    let has = |schema: &str, field: &str| {
        let properties = &document["components"]["schemas"][schema]["properties"];
        assert!(properties.is_object(), "{schema} is not documented");
        properties.get(field).is_some()
    };
    for metric in Metric::ALL {
        let Definition {
            field,
            total_field,
            aggregation,
            ..
        } = metric.definition();
        let on_instagram = Platform::Instagram.reports(metric);
        let mut expected = vec![
            ("InstagramPost", field.to_owned(), on_instagram),
            ("InstagramPostRow", field.to_owned(), on_instagram),
            ("InstagramTotals", total_field.to_owned(), on_instagram),
            ("TiktokVideo", field.to_owned(), true),
            ("TiktokVideoRow", field.to_owned(), true),
            ("SingleVideo", field.to_owned(), true),
            ("TiktokTotals", total_field.to_owned(), true),
            ("ItemSums", field.to_owned(), true),
        ];
        let is_count = aggregation == Aggregation::Sum;
        expected.extend([
            ("HistoryPoint", field.to_owned(), is_count),
            ("TrendDay", field.to_owned(), is_count),
            ("TrendDay", format!("gained_{field}"), is_count),
            ("GainedCounts", field.to_owned(), is_count),
            ("InstagramEngagement", field.to_owned(), is_count && on_instagram),
            ("TiktokEngagement", field.to_owned(), is_count),
        ]);
        for (schema, field, is_expected) in expected {
            assert_eq!(has(schema, &field), is_expected, "{schema}.{field}");
        }
    }
}
