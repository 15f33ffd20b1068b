//! Detects the external manager of an object's spec, from the field ownership that Kubernetes records. Labels are not trusted,
//! because any client may set them.

use k8s_openapi::apimachinery::pkg::apis::meta::v1::ManagedFieldsEntry;
use kube::core::ObjectMeta;

use crate::keys;

/// Returns the first manager, other than Clipmeter's own, that owns a field of the spec, or an empty string.
#[must_use]
pub fn managed_by(meta: &ObjectMeta) -> &str {
    meta.managed_fields
        .iter()
        .flatten()
        .filter(|entry| is_foreign(entry) && owns_spec(entry))
        .min_by_key(|entry| entry.time.as_ref().map(|time| time.0))
        .and_then(|entry| entry.manager.as_deref())
        .unwrap_or_default()
}

/// Drops the field ownership that [`managed_by`] does not need, because it is most of an object's size.
pub fn drop_other_managers(meta: &mut ObjectMeta) {
    let manager = managed_by(meta).to_owned();
    meta.managed_fields = (!manager.is_empty()).then(|| {
        vec![ManagedFieldsEntry {
            manager: Some(manager),
            ..ManagedFieldsEntry::default()
        }]
    });
}

fn is_foreign(entry: &ManagedFieldsEntry) -> bool {
    let manager = entry.manager.as_deref().unwrap_or_default();
    !manager.is_empty() && manager != keys::DASHBOARD && manager != keys::OPERATOR
}

/// Returns whether a manager owns fields of the spec. An entry without fields is one that [`drop_other_managers`] kept.
fn owns_spec(entry: &ManagedFieldsEntry) -> bool {
    match &entry.fields_v1 {
        None => true,
        Some(fields) => fields.0.get("f:spec").is_some(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn meta(entries: &Value) -> ObjectMeta {
        serde_json::from_value(json!({"managedFields": entries})).unwrap()
    }

    fn entry(manager: &str, hour: u8, fields: &Value) -> Value {
        json!({
            "manager": manager,
            "operation": "Apply",
            "time": format!("2026-11-21T{hour:02}:00:00Z"),
            "fieldsType": "FieldsV1",
            "fieldsV1": fields,
        })
    }

    #[test]
    fn managed_by_is_first_external_manager_of_spec() {
        let spec = json!({"f:spec": {"f:username": {}}});
        let labels = json!({"f:metadata": {"f:labels": {}}});
        for (entries, expected) in [
            (json!([]), ""),
            (
                json!([
                    entry("clipmeter-dashboard", 1, &spec),
                    entry("clipmeter-operator", 2, &spec)
                ]),
                "",
            ),
            (
                json!([
                    entry("kubectl-label", 1, &labels),
                    entry("clipmeter-dashboard", 2, &spec)
                ]),
                "",
            ),
            (
                json!([
                    entry("kubectl", 4, &spec),
                    entry("clipmeter-dashboard", 1, &spec),
                    entry("argocd-controller", 3, &spec)
                ]),
                "argocd-controller",
            ),
        ] {
            let mut meta = meta(&entries);
            assert_eq!(managed_by(&meta), expected, "{entries}");
            drop_other_managers(&mut meta);
            assert_eq!(managed_by(&meta), expected, "{entries}");
            assert!(meta.managed_fields.is_none_or(|kept| kept.len() == 1));
        }
    }
}
