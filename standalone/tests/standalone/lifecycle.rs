//! A life of a data folder: first start, stop, second start.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::{Admin, Service, clipmeter, eventually, folder, simulator};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

/// Processes that were started with the folder.
fn processes_of(folder: &Path) -> Vec<String> {
    let folder = folder.to_str().unwrap();
    let commands = fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let command = fs::read(entry.ok()?.path().join("cmdline")).ok()?;
        Some(String::from_utf8_lossy(&command).replace('\0', " "))
    });
    commands.filter(|command| command.contains(folder)).collect()
}

#[tokio::test]
async fn stop_leaves_no_process_and_restart_keeps_data() {
    let simulator = simulator(2);
    for signal in [Signal::TERM, Signal::INT] {
        let place = folder();
        let data = place.path().join("data");
        let mut service = Service::start(&mut clipmeter(&data, &simulator.url));
        let admin = Admin::sign_in(&service.url).await;
        admin.post("/groups", json!({"name": "Kept"})).await;
        service.signal(signal);
        assert_eq!(service.ended().await, Some(0));
        // The processes of the server's shell end at the same time as the program.
        eventually("the end of all processes", async || {
            processes_of(place.path()).is_empty().then_some(())
        })
        .await;

        let service = Service::start(&mut clipmeter(&data, &simulator.url));
        let groups = Admin::sign_in(&service.url).await.get("/groups").await;
        assert_eq!(groups["groups"][0]["name"], "Kept");
    }
}

/// A process of which this one is not the parent.
struct Orphan(Pid);

impl Drop for Orphan {
    fn drop(&mut self) {
        // Processes must not outlive a failed test.
        let _ = kill_process(self.0, Signal::KILL);
    }
}

#[tokio::test]
async fn program_with_closed_output_stops_on_signal() {
    let simulator = simulator(2);
    let place = folder();
    let program = clipmeter(&place.path().join("data"), &simulator.url);
    let mut parent = Command::new("sh");
    parent
        .args(["-c", "\"$@\" & echo $!; wait", "sh"])
        .arg(program.get_program())
        .args(program.get_args())
        .envs(
            program
                .get_envs()
                .filter_map(|(name, value)| Some((name, value?))),
        )
        .env_remove("DATABASE_URL")
        .stderr(Stdio::piped());
    let parent = Service::start(&mut parent);
    let orphan = Orphan(Pid::from_raw(parent.greeting[0].parse().unwrap()).unwrap());
    // Kills it and closes the reader of its output.
    drop(parent);
    kill_process(orphan.0, Signal::TERM).unwrap();
    eventually("the orphan's end", async || {
        processes_of(place.path()).is_empty().then_some(())
    })
    .await;
}

#[tokio::test]
async fn generated_password_is_printed_once() {
    let simulator = simulator(0);
    let place = folder();
    let data = place.path().join("data");
    let greeting = |service: &Service| service.greeting.join("\n");
    // As with a line without a value in an .env.
    let mut first = Service::start(clipmeter(&data, &simulator.url).env("CLIPMETER_ADMIN_PASSWORD", ""));
    assert!(
        greeting(&first).contains("Sign in as admin with the password "),
        "{}",
        greeting(&first)
    );
    first.signal(Signal::TERM);
    first.ended().await;
    let second = Service::start(clipmeter(&data, &simulator.url).env_remove("CLIPMETER_ADMIN_PASSWORD"));
    assert_eq!(greeting(&second), "");
}

#[tokio::test]
async fn data_folder_is_not_shared_by_two_programs() {
    let simulator = simulator(0);
    let place = folder();
    let data = place.path().join("data");
    let _first = Service::start(&mut clipmeter(&data, &simulator.url));
    let second = clipmeter(&data, &simulator.url).output().unwrap();
    assert_eq!(second.status.code(), Some(1));
    let text = String::from_utf8(second.stderr).unwrap();
    assert!(text.contains("in use by another Clipmeter"), "{text}");
}
