//! Generated files are committed, and the documentation names every field and value.

use std::collections::BTreeSet;
use std::fs;

use clipmeter_crds::{ConditionType, Event, GENERATED_FOLDER, Reason, definitions, generated, keys};
use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;

use crate::samples::root;

#[test]
fn generated_files_are_up_to_date() {
    for file in generated().unwrap() {
        let committed = fs::read_to_string(root().join(&file.path)).unwrap_or_default();
        assert!(
            committed == file.text,
            "{} is out of date: run `make generate`",
            file.path
        );
    }
}

#[test]
fn generated_folder_contains_no_other_files() {
    let expected: BTreeSet<_> = generated()
        .unwrap()
        .into_iter()
        .map(|file| root().join(file.path))
        .collect();
    let found: BTreeSet<_> = fs::read_dir(root().join(GENERATED_FOLDER))
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn generated_files_match_definitions_and_chart_keeps_them() {
    for definition in definitions().unwrap() {
        let path = format!("{GENERATED_FOLDER}/{}.yaml", definition.spec.names.plural);
        let text = fs::read_to_string(root().join(path)).unwrap();
        assert!(!text.contains("{{"), "Helm would interpret it as a template");
        let mut template: CustomResourceDefinition = serde_saphyr::from_str(&text).unwrap();
        let annotations = template.metadata.annotations.as_mut().unwrap();
        assert_eq!(
            annotations.remove("helm.sh/resource-policy").as_deref(),
            Some("keep")
        );
        assert_eq!(template, definition);
    }
}

#[test]
fn charts_have_the_package_version() {
    for name in ["clipmeter-crds", "clipmeter"] {
        let chart = fs::read_to_string(root().join("charts").join(name).join("Chart.yaml")).unwrap();
        let chart: serde_json::Value = serde_saphyr::from_str(&chart).unwrap();
        for field in ["version", "appVersion"] {
            assert_eq!(chart[field], env!("CARGO_PKG_VERSION"), "{field} of {name}");
        }
    }
}

#[test]
fn definitions_share_api_group_version_and_category() {
    for definition in definitions().unwrap() {
        let names = &definition.spec.names;
        assert_eq!(definition.spec.group, keys::API_GROUP);
        assert_eq!(definition.spec.versions[0].name, keys::VERSION);
        assert_eq!(
            names.categories.as_deref(),
            Some(["clipmeter".to_owned()].as_slice())
        );
        assert_eq!(names.short_names.as_ref().map(Vec::len), Some(1));
        assert!(
            definition.spec.versions[0]
                .subresources
                .as_ref()
                .unwrap()
                .status
                .is_some()
        );
    }
}

/// Returns whether the schema defines the field at a column's JSON path. For a path into a list, such as the conditions, checks only the
/// list itself.
fn has_field(schema: &serde_json::Value, path: &str) -> bool {
    let (fields, _) = path.split_once('[').unwrap_or((path, ""));
    let mut fields = fields.split('.').filter(|field| !field.is_empty());
    fields
        .try_fold(schema, |schema, field| schema["properties"].get(field))
        .is_some()
}

#[test]
fn columns_show_fields_that_exist() {
    for definition in definitions().unwrap() {
        let kind = definition.spec.names.kind.clone();
        let schema = crate::offline::schema(&kind);
        let columns = &definition.spec.versions[0].additional_printer_columns;
        for column in columns.iter().flatten() {
            let path = &column.json_path;
            assert!(
                path.starts_with(".metadata.") || has_field(&schema, path),
                "{kind} has no field {path} for the column {}",
                column.name
            );
        }
        assert!(!has_field(&schema, ".status.none"), "{kind}");
    }
}

/// Returns the words of the list of columns in the section about a kind.
fn documented_columns<'a>(document: &'a str, kind: &str) -> BTreeSet<&'a str> {
    let section = document.split("\n## ").find(|section| {
        let heading = section.lines().next().unwrap_or_default();
        heading.split(' ').any(|word| word == kind)
    });
    let (_, list) = section
        .and_then(|section| section.split_once("\nColumns: "))
        .unwrap_or_else(|| panic!("the section of {kind} lists no columns"));
    let list = list.split("\n\n").next().unwrap_or_default();
    list.split([' ', '\n', ',', ';', '.']).collect()
}

#[test]
fn resources_document_explains_every_field_column_and_key() {
    let document = fs::read_to_string(root().join("docs/operator/resources.md")).unwrap();
    let names = |word: &str| document.contains(&format!("`{word}`"));
    for definition in definitions().unwrap() {
        let kind = definition.spec.names.kind.clone();
        let schema = crate::offline::schema(&kind);
        for part in ["spec", "status"] {
            for field in schema["properties"][part]["properties"]
                .as_object()
                .unwrap()
                .keys()
            {
                assert!(names(field), "{kind}.{part}.{field} is not explained");
            }
        }
        let columns = documented_columns(&document, &kind);
        for column in definition.spec.versions[0]
            .additional_printer_columns
            .iter()
            .flatten()
        {
            assert!(
                columns.contains(column.name.as_str()),
                "column {} of {kind} is not listed",
                column.name
            );
        }
        for selectable in definition.spec.versions[0].selectable_fields.iter().flatten() {
            let field = selectable.json_path.trim_start_matches('.');
            assert!(
                names(field),
                "selectable field {field} of {kind} is not explained"
            );
        }
    }
    let conditions = ConditionType::ALL.iter().map(|it| it.as_str());
    let reasons = Reason::ALL.iter().map(|it| it.as_str());
    let events = Event::ALL.iter().map(|it| it.as_str());
    let keys = [
        keys::SCRAPE_REQUESTED_AT,
        keys::SKIP_PURGE,
        keys::CLIENT_GROUP,
        keys::RUN,
        keys::PLATFORM,
        keys::SCRAPER_POOL,
        keys::FINALIZER,
        keys::DASHBOARD,
        keys::OPERATOR,
    ];
    for word in conditions.chain(reasons).chain(events).chain(keys) {
        assert!(names(word), "{word} is not explained");
    }
}
