//! Finds one object, writes it with server-side apply, and deletes it.

use clipmeter_api::control_plane::DesiredStateError;
use clipmeter_crds::{keys, managed_by};
use kube::Api;
use kube::api::{DeleteParams, Patch, PatchParams, Preconditions, ValidationDirective};
use kube::core::{ApiResource, DynamicObject, ObjectMeta};
use serde_json::Value;

use super::{Resources, build, refusal};

/// Identifies an object.
#[derive(Clone, Debug)]
pub(super) struct Object {
    pub(super) resource: ApiResource,
    /// None for cluster-scoped kinds.
    pub(super) namespace: Option<String>,
    pub(super) name: String,
    /// Human-readable name.
    pub(super) what: String,
    /// Whether other managers may also set fields.
    pub(super) is_shared: bool,
}

/// An existing object that the dashboard may change.
pub(super) struct ExistingObject {
    pub(super) uid: String,
    pub(super) spec: Value,
    /// Whether the object is being deleted.
    pub(super) is_deleting: bool,
}

/// The identity of an object after a write, and whether deleting it would undo only this write.
pub(super) struct WrittenObject {
    pub(super) uid: String,
    /// Whether no other client has written it.
    pub(super) is_only_ours: bool,
}

/// An object that was created.
pub(super) struct CreatedObject {
    pub(super) object: Object,
    pub(super) uid: String,
}

impl Resources {
    /// Returns the object, or an error if another tool manages it.
    pub(super) async fn find(&self, object: &Object) -> Result<Option<ExistingObject>, DesiredStateError> {
        let found = self
            .api(object)
            .get_opt(&object.name)
            .await
            .map_err(|error| refusal::from_read(&error))?;
        let Some(mut found) = found else { return Ok(None) };
        let manager = managed_by(&found.metadata);
        if !manager.is_empty() && !object.is_shared {
            return Err(DesiredStateError::ManagedElsewhere {
                what: object.what.clone(),
                manager: manager.to_owned(),
            });
        }
        Ok(Some(ExistingObject {
            uid: found.metadata.uid.unwrap_or_default(),
            spec: found.data["spec"].take(),
            is_deleting: found.metadata.deletion_timestamp.is_some(),
        }))
    }

    /// Returns the object, unless it is being deleted: changes to such an object are lost.
    pub(super) async fn find_active(
        &self,
        object: &Object,
    ) -> Result<Option<ExistingObject>, DesiredStateError> {
        match self.find(object).await? {
            Some(found) if found.is_deleting => {
                Err(DesiredStateError::NotYet(refusal::being_deleted(&object.what)))
            }
            found => Ok(found),
        }
    }

    /// Creates or updates the object with this spec.
    pub(super) async fn put(
        &self,
        object: &Object,
        spec: &Value,
    ) -> Result<WrittenObject, DesiredStateError> {
        let document = build::document(&object.resource, object.namespace.as_deref(), &object.name, spec);
        let params = PatchParams {
            field_validation: Some(ValidationDirective::Strict),
            // Not forced: fields of other managers are not overwritten.
            ..PatchParams::apply(keys::DASHBOARD)
        };
        let put = self
            .api(object)
            .patch_metadata(&object.name, &params, &Patch::Apply(&document))
            .await
            .map_err(|error| refusal::from_write(&error, &object.what))?;
        Ok(WrittenObject {
            is_only_ours: is_only_ours(&put.metadata),
            uid: put.metadata.uid.unwrap_or_default(),
        })
    }

    /// Requests deletion of the object, unless it has been replaced by another one.
    pub(super) async fn delete(&self, object: &Object, uid: &str) -> Result<(), DesiredStateError> {
        let this_object = DeleteParams {
            preconditions: Some(Preconditions {
                uid: Some(uid.to_owned()),
                resource_version: None,
            }),
            ..DeleteParams::default()
        };
        match self.api(object).delete(&object.name, &this_object).await {
            Ok(_) => Ok(()),
            Err(kube::Error::Api(status)) if status.is_not_found() => Ok(()),
            Err(error) => Err(refusal::from_write(&error, &object.what)),
        }
    }

    /// Deletes an object that was created for a failed operation.
    pub(super) async fn delete_created(&self, created: &CreatedObject) -> Result<(), DesiredStateError> {
        self.delete(&created.object, &created.uid).await
    }

    fn api(&self, object: &Object) -> Api<DynamicObject> {
        match &object.namespace {
            Some(namespace) => Api::namespaced_with(self.client.clone(), namespace, &object.resource),
            None => Api::all_with(self.client.clone(), &object.resource),
        }
    }
}

/// Returns whether no other client has written the object, by the field ownership that Kubernetes records.
fn is_only_ours(meta: &ObjectMeta) -> bool {
    let mut others = meta
        .managed_fields
        .iter()
        .flatten()
        .filter(|entry| entry.manager.as_deref() != Some(keys::DASHBOARD));
    others.next().is_none()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn object_written_by_another_client_is_not_only_ours() {
        for (managers, expected) in [
            (vec![keys::DASHBOARD], true),
            (vec!["kubectl-create", keys::DASHBOARD], false),
            (vec![keys::DASHBOARD, keys::OPERATOR], false),
        ] {
            let entries = managers.iter().map(|manager| json!({"manager": manager}));
            let fields: Vec<Value> = entries.collect();
            let meta: ObjectMeta = serde_json::from_value(json!({"managedFields": fields})).unwrap();
            assert_eq!(is_only_ours(&meta), expected, "{managers:?}");
        }
    }
}
