//! Jobs that are not a scraper's.

use serde_json::{Value, json};

use super::{Act, Attack, RBAC, attack, of, set};
use crate::cluster::Cluster;

/// A Job as the operator creates it; a separate test compares it with the generated one.
const JOB: &str = include_str!("../../../src/jobs/job.yaml");

fn job(cluster: &Cluster) -> Value {
    let mut job: Value = serde_saphyr::from_str(JOB).unwrap();
    set(&mut job, "metadata.namespace", json!(cluster.scrapers));
    let container = &mut job["spec"]["template"]["spec"]["containers"][0];
    container["image"] = json!("localhost/scraper:1");
    container["args"][2] = json!(format!(
        "https://clipmeter-api-grpc.{}.svc:8443",
        cluster.namespace
    ));
    let secret = json!({"name": "proxy", "key": "url"});
    container["env"]
        .as_array_mut()
        .unwrap()
        .push(json!({"name": "CLIPMETER_PROXY", "valueFrom": {"secretKeyRef": secret}}));
    job
}

/// Returns the attack that was found: the API's account and the database's Secret.
pub(super) fn stolen_account(cluster: &Cluster) -> Act {
    let mut job = job(cluster);
    set(&mut job, "metadata.namespace", json!(cluster.namespace));
    set(
        &mut job,
        "spec.template.spec.serviceAccountName",
        json!("clipmeter-api"),
    );
    let secret = json!([{"secretRef": {"name": "clipmeter-database"}}]);
    set(&mut job, "spec.template.spec.containers.0.envFrom", secret);
    Act::Create(job)
}

/// Returns the legitimate requests of the operator.
pub(super) fn allowed(cluster: &Cluster) -> Vec<Attack> {
    let mut plain = job(cluster);
    set(&mut plain, "metadata.ownerReferences", Value::Null);
    set(&mut plain, "spec.suspend", Value::Null);
    let mut previous = job(cluster);
    let container = &mut previous["spec"]["template"]["spec"]["containers"][0];
    container["args"].as_array_mut().unwrap().truncate(5);
    vec![
        attack("a Job of the previous version", Act::Create(previous), ""),
        attack("a Job of a run", Act::Create(job(cluster)), ""),
        attack("a Job without a policy", Act::Create(plain), ""),
    ]
}

const FIELD: &str = "must not have fields that the operator does not set";
const ONE: &str = "must have one container, without";
const PRIVILEGES: &str = "privileges that it does not need";
const MOUNTS: &str = "may mount only emptyDir volumes and its token";
const VARIABLE: &str = "may set only the environment variables in scraper.env";
const DEADLINE: &str = "at most one retry, activeDeadlineSeconds of at most";
const ACCOUNT: &str = "must use the service account clipmeter-scraper";
const NODE: &str = "must not use the host's network, process or IPC namespaces";
const NAMED: &str = "the operator's Jobs must be named";
const ARGS: &str = "must be the API's address";

/// Returns path, value, and the reason for the refusal of each change.
#[expect(clippy::too_many_lines, reason = "a table with one row per attack")]
fn changes() -> Vec<(&'static str, Value, &'static str)> {
    let secret = |name: &str| json!({"secretKeyRef": {"name": name, "key": "password"}});
    let volume = |source: Value| {
        let mut volume = json!({"name": "tmp"});
        volume
            .as_object_mut()
            .unwrap()
            .extend(source.as_object().unwrap().clone());
        volume
    };
    let container = json!({"name": "more", "image": "localhost/scraper:1"});
    vec![
        ("metadata.labels.app·kubernetes·io/managed-by", json!("me"), NAMED),
        ("metadata.name", json!("other"), NAMED),
        ("metadata.finalizers", json!(["clipmeter.io/stay"]), NAMED),
        (
            "metadata.ownerReferences.0.blockOwnerDeletion",
            json!(true),
            NAMED,
        ),
        ("metadata.ownerReferences.0.kind", json!("ClientGroup"), NAMED),
        ("spec.activeDeadlineSeconds", Value::Null, DEADLINE),
        ("spec.activeDeadlineSeconds", json!(86_400), DEADLINE),
        ("spec.ttlSecondsAfterFinished", Value::Null, DEADLINE),
        ("spec.backoffLimit", json!(1000), DEADLINE),
        ("spec.parallelism", json!(100), DEADLINE),
        ("spec.completions", json!(100), DEADLINE),
        ("spec.managedBy", json!("example.com/mine"), FIELD),
        ("POD.serviceAccountName", json!("default"), ACCOUNT),
        ("POD.serviceAccountName", Value::Null, ACCOUNT),
        ("POD.automountServiceAccountToken", json!(true), ACCOUNT),
        ("POD.hostNetwork", json!(true), NODE),
        ("POD.hostPID", json!(true), NODE),
        ("POD.hostIPC", json!(true), NODE),
        ("POD.nodeName", json!("control-plane"), FIELD),
        (
            "POD.hostAliases",
            json!([{"ip": "10.0.0.1", "hostnames": ["www.instagram.com"]}]),
            FIELD,
        ),
        ("POD.runtimeClassName", json!("unconfined"), FIELD),
        ("POD.shareProcessNamespace", json!(true), FIELD),
        ("POD.schedulerName", json!("mine"), FIELD),
        ("POD.dnsPolicy", json!("Default"), FIELD),
        ("POD.initContainers", json!([container]), FIELD),
        ("POD.priorityClassName", json!("system-node-critical"), FIELD),
        (
            "POD.imagePullSecrets",
            json!([{"name": "clipmeter-database"}]),
            "may use only the Secrets in image.pullSecrets to pull its image",
        ),
        (
            "POD.containers.0.image",
            json!("evil.example/shell:1"),
            "must run the image",
        ),
        ("POD.containers.0.command", json!(["sh"]), ONE),
        (
            "POD.containers.0.envFrom",
            json!([{"secretRef": {"name": "clipmeter-keys"}}]),
            ONE,
        ),
        (
            "POD.containers.0.ports",
            json!([{"containerPort": 80, "hostPort": 80}]),
            ONE,
        ),
        (
            "POD.containers.0.lifecycle",
            json!({"preStop": {"exec": {"command": ["sh"]}}}),
            ONE,
        ),
        ("POD.containers.0.args.0", json!("help"), ARGS),
        ("POD.containers.0.args.2", json!("https://evil.example"), ARGS),
        ("POD.containers.0.args.4", json!("--insecure"), ARGS),
        ("POD.containers.0.args.5", json!("--api-ca"), ARGS),
        ("POD.containers.0.args.6", json!("/tmp/ca.pem"), ARGS),
        (
            "POD.containers.0.env.2.value",
            json!("https://evil.example"),
            VARIABLE,
        ),
        (
            "POD.containers.0.env.3.valueFrom",
            secret("clipmeter-database"),
            VARIABLE,
        ),
        (
            "POD.containers.0.env.3",
            json!({"name": "CLIPMETER_PROXY", "value": "http://evil.example"}),
            VARIABLE,
        ),
        (
            "POD.containers.0.env.1",
            json!({"name": "CLIPMETER_API_CA_PEM", "valueFrom": secret("clipmeter-keys")}),
            VARIABLE,
        ),
        (
            "POD.containers.0.env.3",
            json!({"name": "LD_PRELOAD", "value": "/tmp/x"}),
            VARIABLE,
        ),
        (
            "POD.volumes.1",
            volume(json!({"secret": {"secretName": "clipmeter-database"}})),
            MOUNTS,
        ),
        (
            "POD.volumes.1",
            volume(json!({"hostPath": {"path": "/"}})),
            MOUNTS,
        ),
        (
            "POD.volumes.1",
            volume(json!({"configMap": {"name": "kube-root-ca.crt"}})),
            MOUNTS,
        ),
        (
            "POD.volumes.1",
            volume(json!({"projected": {"sources": [{"secret": {"name": "clipmeter-keys"}}]}})),
            MOUNTS,
        ),
        (
            "POD.volumes.1",
            volume(json!({"projected": {"sources": [{"serviceAccountToken": {"path": "token"}}]}})),
            MOUNTS,
        ),
        (
            "POD.volumes.1",
            volume(json!({"persistentVolumeClaim": {"claimName": "data"}})),
            MOUNTS,
        ),
        (
            "POD.volumes.1",
            volume(json!({"csi": {"driver": "secrets-store.csi.k8s.io"}})),
            MOUNTS,
        ),
        ("POD.securityContext.runAsNonRoot", json!(false), PRIVILEGES),
        (
            "POD.securityContext.sysctls",
            json!([{"name": "kernel.msgmax", "value": "1"}]),
            PRIVILEGES,
        ),
        ("CONTEXT.runAsUser", json!(0), PRIVILEGES),
        ("CONTEXT.readOnlyRootFilesystem", json!(false), PRIVILEGES),
        ("CONTEXT.capabilities.add", json!(["NET_ADMIN"]), PRIVILEGES),
        ("CONTEXT.capabilities.drop", Value::Null, PRIVILEGES),
        ("CONTEXT.seccompProfile.type", json!("Unconfined"), PRIVILEGES),
        ("CONTEXT", json!({"privileged": true}), PRIVILEGES),
        ("CONTEXT.procMount", json!("Default"), PRIVILEGES),
        ("CONTEXT", Value::Null, PRIVILEGES),
    ]
}

pub(super) fn attacks(cluster: &Cluster) -> Vec<Attack> {
    let mut attacks: Vec<_> = changes()
        .into_iter()
        .map(|(path, value, refusal)| {
            let mut job = job(cluster);
            let pod = "spec.template.spec";
            let path = path
                .replace("POD", pod)
                .replace("CONTEXT", &format!("{pod}.containers.0.securityContext"));
            let what = format!("a Job with {path} = {value}");
            set(&mut job, &path, value);
            Attack(what, Act::Create(job), refusal)
        })
        .collect();
    let mut two = job(cluster);
    let second = json!({"name": "second", "image": "localhost/scraper:1"});
    two["spec"]["template"]["spec"]["containers"]
        .as_array_mut()
        .unwrap()
        .push(second);
    let mut generated = job(cluster);
    set(&mut generated, "metadata.name", Value::Null);
    set(&mut generated, "metadata.generateName", json!("scrape-"));
    attacks.extend([
        attack("two containers", Act::Create(two), ONE),
        attack("a generated name", Act::Create(generated), NAMED),
        attack(
            "the API's account and the database's Secret in the release's namespace",
            stolen_account(cluster),
            RBAC,
        ),
        attack(
            "a Job of another owner is deleted",
            Act::Delete(of("Job", &cluster.scrapers, "theirs")),
            "only Jobs that are labeled as managed by it",
        ),
        attack(
            "a Job is changed",
            Act::Change(
                of("Job", &cluster.scrapers, "theirs"),
                json!({"spec": {"suspend": false}}),
            ),
            RBAC,
        ),
    ]);
    for (kind, version) in [("Pod", "v1"), ("Secret", "v1")] {
        let metadata = json!({"name": "mine", "namespace": cluster.scrapers});
        let object = json!({"apiVersion": version, "kind": kind, "metadata": metadata});
        attacks.push(Attack(format!("a {kind}"), Act::Create(object), RBAC));
    }
    attacks
}
