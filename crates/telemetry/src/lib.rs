//! Exports traces over OTLP, if an endpoint is set. The libraries create their spans with `tracing`, so only the programs that export
//! depend on OpenTelemetry; see `clipmeter_proto::trace_context`.

mod propagation;
mod reported;

use std::time::Duration;

use clipmeter_proto::trace_context::{self, TRACES};
use opentelemetry::KeyValue;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_otlp::{ExporterBuildError, SpanExporter, WithExportConfig as _, WithTonicConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{SdkTracer, SdkTracerProvider};
use tonic::transport::ClientTlsConfig;
use tracing::Subscriber;
use tracing::subscriber::set_global_default;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::{Layer, Registry};

use self::reported::Reported;

/// The address of a collector, for traces only and for all signals. The other variables of OpenTelemetry are read by its library.
const ENDPOINTS: [&str; 2] = [
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
    "OTEL_EXPORTER_OTLP_ENDPOINT",
];

/// Name of the program in traces, instead of the default.
const SERVICE_NAME: &str = "OTEL_SERVICE_NAME";

/// Time to send the last spans when the program ends. Programs of a cluster have at least ten seconds more than they need to end.
const STOP_TIMEOUT: Duration = Duration::from_secs(2);

/// The layer that writes log lines.
pub type Logs = Box<dyn Layer<Registry> + Send + Sync>;

/// The export of traces; does nothing without an endpoint.
#[derive(Debug)]
#[must_use = "the last spans are sent when it is stopped"]
pub struct Traces(Option<SdkTracerProvider>);

/// Starts logging, and the export of traces if the environment names an endpoint. Must be called within the runtime, which sends the
/// spans. An endpoint that cannot be used is logged, and the program runs without traces.
pub fn start(service: &'static str, logs: Logs) -> Traces {
    let endpoint = ENDPOINTS.into_iter().filter_map(|name| std::env::var(name).ok());
    start_with(
        service,
        logs,
        endpoint
            .map(|address| address.trim().to_owned())
            .find(|address| !address.is_empty()),
    )
}

/// Like [`start`], with this endpoint instead of that of the environment.
pub fn start_with(service: &'static str, logs: Logs, endpoint: Option<String>) -> Traces {
    let provider = endpoint.map(|address| provider(service, &address).map_err(|error| (address, error)));
    let traces = match &provider {
        Some(Ok(provider)) => Some(layer(provider.tracer("clipmeter"))),
        Some(Err(_)) | None => None,
    };
    // A second initialization, as in tests, keeps the first one's settings. Records of the crate `log` are not forwarded: asking whether
    // such a record is enabled, as sqlx does for each notice, would make a filtered layer drop the next event of the thread.
    let _ = match traces {
        Some(traces) => set_global_default(tracing_subscriber::registry().with(logs).with(traces)),
        None => set_global_default(tracing_subscriber::registry().with(logs)),
    };
    match provider {
        Some(Ok(provider)) => {
            trace_context::install(propagation::TRACER);
            Traces(Some(provider))
        }
        Some(Err((address, error))) => {
            tracing::warn!(
                address,
                %error,
                "cannot export traces; set OTEL_EXPORTER_OTLP_ENDPOINT to http://HOST:4317 or https://HOST:4317, a gRPC port"
            );
            Traces(None)
        }
        None => Traces(None),
    }
}

impl Traces {
    /// Sends the last spans, within two seconds. Blocks, so it must not be called by a task of the runtime, which is still needed.
    pub fn stop(self) {
        if let Some(provider) = self.0 {
            // The exporter has logged why spans could not be sent.
            let _ = provider.shutdown_with_timeout(STOP_TIMEOUT);
        }
    }
}

/// Creates the exporter with its queue of 2048 spans (`OTEL_BSP_MAX_QUEUE_SIZE`) and its thread. More spans are dropped.
fn provider(service: &'static str, endpoint: &str) -> Result<SdkTracerProvider, ExporterBuildError> {
    let mut exporter = SpanExporter::builder().with_tonic().with_endpoint(endpoint);
    if endpoint.starts_with("https:") {
        exporter = exporter.with_tls_config(ClientTlsConfig::new().with_native_roots());
    }
    let name = std::env::var(SERVICE_NAME).ok().filter(|name| !name.is_empty());
    let resource = Resource::builder()
        .with_service_name(name.unwrap_or_else(|| service.to_owned()))
        .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
        .build();
    Ok(SdkTracerProvider::builder()
        .with_batch_exporter(Reported::new(exporter.build()?))
        .with_resource(resource)
        .build())
}

/// Exports spans and events with the target [`TRACES`]; the spans of libraries, such as those of the exporter itself, are not exported.
fn layer<S: Subscriber + Send + Sync + for<'a> LookupSpan<'a>>(
    tracer: SdkTracer,
) -> impl Layer<S> + Send + Sync {
    tracing_opentelemetry::layer()
        .with_tracer(tracer)
        .with_location(false)
        .with_threads(false)
        .with_tracked_inactivity(false)
        .with_target(false)
        .with_level(false)
        .with_filter(Targets::new().with_target(TRACES, LevelFilter::TRACE))
}
