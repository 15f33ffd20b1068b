//! Logs that spans cannot be sent, once for each outage.

use std::sync::atomic::{AtomicBool, Ordering};

use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::trace::{SpanData, SpanExporter};

/// An exporter whose failures are logged.
#[derive(Debug)]
pub(crate) struct Reported<E> {
    exporter: E,
    is_failing: AtomicBool,
}

impl<E> Reported<E> {
    pub(crate) fn new(exporter: E) -> Self {
        Self {
            exporter,
            is_failing: AtomicBool::new(false),
        }
    }
}

impl<E: SpanExporter> SpanExporter for Reported<E> {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let result = self.exporter.export(batch).await;
        let was_failing = self.is_failing.swap(result.is_err(), Ordering::Relaxed);
        match &result {
            Err(error) if !was_failing => {
                tracing::warn!(%error, "cannot send traces to the collector; their spans are dropped until it answers");
            }
            Ok(()) if was_failing => tracing::info!("the collector answers again"),
            Ok(()) | Err(_) => {}
        }
        result
    }

    fn shutdown(&self) -> OTelSdkResult {
        self.exporter.shutdown()
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.exporter.set_resource(resource);
    }
}
