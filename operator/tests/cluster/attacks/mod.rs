//! Attacks with the operator's token. Each is tried twice: with the chart's permissions alone, and with its policies.

mod groups;
mod inside;
mod jobs;
mod namespaces;
mod resources;

use clipmeter_fixtures::wait_for;
use kube::api::{DeleteParams, Patch, PatchParams, PostParams};
use serde_json::{Value, json};

use super::cluster::Cluster;

/// Part of the API server's message when RBAC rejects a request: no policy is needed there.
const RBAC: &str = "cannot";

enum Act {
    Create(Value),
    Change(Object, Value),
    Delete(Object),
}

/// Kind, namespace and name.
type Object = (&'static str, String, String);

/// Description, request, and part of the refusal.
struct Attack(String, Act, &'static str);

fn attack(what: &str, act: Act, refusal: &'static str) -> Attack {
    Attack(what.to_owned(), act, refusal)
}

fn of(kind: &'static str, namespace: &str, name: &str) -> Object {
    (kind, namespace.to_owned(), name.to_owned())
}

impl Act {
    /// Sends the request as a dry run. Returns the refusal, if any.
    async fn attempt(&self, operator: &Cluster) -> Option<String> {
        let done = match self {
            Self::Create(object) => {
                let api = operator.api(
                    object["kind"].as_str().unwrap(),
                    object["metadata"]["namespace"].as_str().unwrap_or_default(),
                );
                let params = PostParams {
                    dry_run: true,
                    ..PostParams::default()
                };
                api.create(&params, &serde_json::from_value(object.clone()).unwrap())
                    .await
                    .map(drop)
            }
            Self::Change((kind, namespace, name), patch) => operator
                .api(kind, namespace)
                .patch(name, &PatchParams::default().dry_run(), &Patch::Merge(patch))
                .await
                .map(drop),
            Self::Delete((kind, namespace, name)) => operator
                .api(kind, namespace)
                .delete(name, &DeleteParams::default().dry_run())
                .await
                .map(drop),
        };
        done.err().map(|error| match error {
            kube::Error::Api(status) => status.message,
            other => other.to_string(),
        })
    }
}

/// Returns all attacks. `operator` is the cluster with the operator's token.
fn all(cluster: &Cluster) -> Vec<Attack> {
    let mut attacks = jobs::attacks(cluster);
    attacks.extend(namespaces::namespaces(cluster));
    attacks.extend(inside::quotas(cluster));
    attacks.extend(inside::bindings(cluster));
    attacks.extend(resources::resources(cluster));
    attacks
}

/// Tries the attacks before the policies are installed: docs/operator/security.md describes what RBAC alone does not prevent.
pub(crate) async fn succeed_without_policies(cluster: &Cluster) {
    groups::set_up(cluster).await;
    let operator = cluster.as_operator();
    let mut wrong = Vec::new();
    for Attack(what, act, refusal) in all(cluster) {
        let is_prevented = refusal == RBAC || refusal == groups::GRANT;
        match act.attempt(&operator).await {
            Some(refused) if is_prevented && refused.contains(refusal) => {}
            None if !is_prevented => {}
            other => wrong.push((what, other)),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The same attacks with the policies.
pub(crate) async fn are_refused_by_the_policies(cluster: &Cluster) {
    let operator = cluster.as_operator();
    // Policies take effect some time after they are installed.
    wait_for("refusals", async || {
        let mut wrong = Vec::new();
        for Attack(what, act, refusal) in all(cluster) {
            match act.attempt(&operator).await {
                Some(refused) if refused.contains(refusal) => {}
                other => wrong.push((what, refusal, other)),
            }
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    })
    .await;
    for Attack(what, act, _) in jobs::allowed(cluster).into_iter().chain(groups::allowed()) {
        assert_eq!(act.attempt(&operator).await, None, "{what}");
    }
    // Other users are not restricted.
    let Act::Create(job) = jobs::stolen_account(cluster) else {
        unreachable!()
    };
    assert_eq!(Act::Create(job).attempt(cluster).await, None);
    groups::clean_up(cluster).await;
}

/// Sets the value at a path like `spec.template.spec.containers.0.image`; `null` removes it.
fn set(object: &mut Value, path: &str, value: Value) {
    let mut at = object;
    for part in path.split('.') {
        at = match part.parse::<usize>() {
            Ok(index) => &mut at[index],
            // Label names contain dots.
            Err(_) => &mut at[part.replace('·', ".")],
        };
    }
    *at = value;
}

fn labels(pairs: &[(&str, &str)]) -> Value {
    json!({"metadata": {"labels": pairs.iter().copied().collect::<std::collections::BTreeMap<_, _>>()}})
}
