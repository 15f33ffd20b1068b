//! The program `kubectl-clipmeter`.

use std::path::PathBuf;

use serde_json::Value;
use tokio::process::Command;

/// How to start the program.
#[derive(Clone, Default)]
pub(crate) struct Plugin {
    kubeconfig: Option<PathBuf>,
}

/// What the program has printed.
#[derive(Debug)]
pub(crate) struct Output {
    pub(crate) code: i32,
    /// Standard output and then standard error.
    pub(crate) text: String,
    stdout: String,
    arguments: String,
}

impl Plugin {
    pub(crate) fn with_kubeconfig(kubeconfig: PathBuf) -> Self {
        Self {
            kubeconfig: Some(kubeconfig),
        }
    }

    /// Runs the program with arguments that are separated by spaces.
    pub(crate) async fn run(&self, arguments: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kubectl-clipmeter"));
        command.args(arguments.split(' '));
        if let Some(kubeconfig) = &self.kubeconfig {
            command.env("KUBECONFIG", kubeconfig);
        }
        let output = command.output().await.unwrap();
        let stdout = String::from_utf8(output.stdout).unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        println!("$ kubectl clipmeter {arguments}\n{stderr}{stdout}");
        Output {
            code: output.status.code().unwrap(),
            text: format!("{stdout}{stderr}"),
            stdout,
            arguments: arguments.to_owned(),
        }
    }
}

impl Output {
    pub(crate) fn succeeds(self) -> Self {
        self.fails(0)
    }

    pub(crate) fn fails(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{}: {}", self.arguments, self.text);
        self
    }

    pub(crate) fn contains(self, part: &str) -> Self {
        assert!(
            self.text.contains(part),
            "{} lacks {part:?}: {}",
            self.arguments,
            self.text
        );
        self
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap()
    }
}
