//! Runs kubectl.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

/// A namespace of a cluster. `KUBECONFIG` names the cluster, which must not have any of Clipmeter's resources.
pub(crate) struct Kubectl {
    pub(crate) namespace: String,
}

impl Kubectl {
    /// A cluster with the definitions from the chart, and a new namespace.
    pub(crate) fn connect() -> Self {
        assert!(
            std::env::var_os("KUBECONFIG").is_some(),
            "run crds/tests/api-server, or set KUBECONFIG"
        );
        let kubectl = Self {
            namespace: format!("clipmeter-test-{}", std::process::id()),
        };
        let charts = crate::samples::root().join("charts/clipmeter-crds/templates");
        kubectl
            .run(&["apply", "--server-side", "-f", charts.to_str().unwrap()])
            .unwrap();
        kubectl
            .run(&[
                "wait",
                "--for=condition=Established",
                "--timeout=300s",
                "-f",
                charts.to_str().unwrap(),
            ])
            .unwrap();
        kubectl.run(&["create", "namespace", &kubectl.namespace]).unwrap();
        kubectl
    }

    /// Returns what kubectl prints: its output, or its error message.
    pub(crate) fn run(&self, arguments: &[&str]) -> Result<String, String> {
        self.send(arguments, None)
    }

    /// Runs kubectl with an object on standard input. Namespaced objects are created in the namespace of the test.
    pub(crate) fn send(&self, arguments: &[&str], object: Option<&Value>) -> Result<String, String> {
        let mut kubectl = Command::new("kubectl")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = kubectl.stdin.take().unwrap();
        if let Some(object) = object {
            input.write_all(self.here(object).to_string().as_bytes()).unwrap();
        }
        drop(input);
        let output = kubectl.wait_with_output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        if output.status.success() {
            Ok(text(output.stdout))
        } else {
            Err(text(output.stderr))
        }
    }

    fn here(&self, object: &Value) -> Value {
        let mut object = object.clone();
        if !matches!(
            object["kind"].as_str(),
            Some("ClientGroup" | "ScrapePolicy" | "PlatformConfig" | "ScraperPool")
        ) {
            object["metadata"]["namespace"] = json!(self.namespace);
        }
        object
    }
}

impl Drop for Kubectl {
    fn drop(&mut self) {
        // The cluster may already be gone; ignore errors.
        let _ = self.run(&["delete", "namespace", &self.namespace, "--wait=false"]);
    }
}
