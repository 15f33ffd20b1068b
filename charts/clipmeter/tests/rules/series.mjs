/** The value of each metric that the rules use, in a healthy installation. */
export const HEALTHY = {
  'up{job="clipmeter-api-metrics",pod="api-1"}': 1,
  'up{job="clipmeter-api-metrics",pod="api-2"}': 1,
  'up{job="clipmeter-operator-metrics",pod="operator-1"}': 1,
  'clipmeter_leader{pod="operator-1"}': 1,
  'clipmeter_leader{pod="operator-2"}': 0,
  'clipmeter_database_up{pod="api-1"}': 1,
  'clipmeter_database_up{pod="api-2"}': 1,
  'clipmeter_database_connections{pod="api-1",pool="clipmeter_app",state="busy"}': 2,
  'clipmeter_database_connections{pod="api-1",pool="clipmeter_app",state="limit"}': 10,
  'clipmeter_http_requests_total{pod="api-1",status="200"}': '60/m',
  'clipmeter_http_requests_total{pod="api-1",status="503"}': '0/m',
  'clipmeter_units_total{pod="api-1",platform="instagram",outcome="ok"}': '10/m',
  'clipmeter_units_total{pod="api-2",platform="instagram",outcome="private"}': '0.1/m',
  'clipmeter_units_total{pod="api-1",platform="tiktok",outcome="ok"}': '10/m',
  'clipmeter_units_total{pod="api-1",platform="tiktok",outcome="transient"}': '0.2/m',
  'clipmeter_rate_limit_permits_total{pod="api-1",platform="tiktok",outcome="granted"}': '60/m',
  'clipmeter_rate_limit_permits_total{pod="api-1",platform="tiktok",outcome="deferred"}': '2/m',
  'clipmeter_sessions_usable{pod="api-1"}': 5,
  'clipmeter_sessions_required{pod="api-1"}': 3,
  'clipmeter_session_breaker_open{pod="api-1"}': 0,
  'clipmeter_sessions_withheld_total{pod="api-1",reason="at_limit"}': '0/m',
  'clipmeter_schedule_skew_seconds_bucket{pod="operator-1",le="300.0"}': '2/m',
  'clipmeter_schedule_skew_seconds_count{pod="operator-1"}': '2/m',
  'clipmeter_due_oldest_seconds{pod="operator-1"}': 20,
  'clipmeter_scraping_suspended{pod="operator-1"}': 0,
  'clipmeter_jobs_created_total{pod="operator-1",platform="tiktok"}': '2/m',
  'clipmeter_jobs_failed_total{pod="operator-1",reason="BackoffLimitExceeded"}': '0/m',
  'clipmeter_reconcile_errors_total{pod="operator-1",controller="ClientGroup",reason="api"}': '0/m',
  'clipmeter_watch_errors_total{pod="operator-1",kind="Job"}': '0/m',
  'clipmeter_status_queue_depth{pod="operator-1",kind="InstagramAccount"}': 3,
  'clipmeter_status_write_errors_total{pod="operator-1",kind="InstagramAccount"}': '0/m',
  'clipmeter_api_calls_total{pod="operator-1",method="ListRuns",code="Ok"}': '60/m',
  'clipmeter_api_calls_total{pod="operator-1",method="ListDue",code="Ok"}': '6/m',
  'clipmeter_purge_errors_total{pod="operator-1",kind="ClientGroup"}': '0/m',
}

export const units = (outcome, platform = 'instagram') =>
  `clipmeter_units_total{pod="api-1",platform="${platform}",outcome="${outcome}"}`
export const OK = units('ok')
export const up = (component, pod) => `up{job="clipmeter-${component}-metrics",pod="${component}-${pod}"}`
export const leader = (pod) => `clipmeter_leader{pod="operator-${pod}"}`
export const databaseUp = (pod) => `clipmeter_database_up{pod="api-${pod}"}`
export const waiting = (reason) =>
  `clipmeter_platform_waiting{pod="operator-1",platform="tiktok",reason="${reason}"}`
export const poolWaiting = (reason) =>
  `clipmeter_scraper_pool_waiting{pod="operator-1",pool="eu",platform="tiktok",reason="${reason}"}`
export const calls = (method, code) =>
  `clipmeter_api_calls_total{pod="operator-1",method="${method}",code="${code}"}`
export const busy = 'clipmeter_database_connections{pod="api-1",pool="clipmeter_app",state="busy"}'
export const errors503 = 'clipmeter_http_requests_total{pod="api-1",status="503"}'
export const oldest = 'clipmeter_due_oldest_seconds{pod="operator-1"}'
export const suspended = 'clipmeter_scraping_suspended{pod="operator-1"}'
export const created = 'clipmeter_jobs_created_total{pod="operator-1",platform="tiktok"}'
export const failedJobs = 'clipmeter_jobs_failed_total{pod="operator-1",reason="BackoffLimitExceeded"}'
export const inTime = 'clipmeter_schedule_skew_seconds_bucket{pod="operator-1",le="300.0"}'
export const started = 'clipmeter_schedule_skew_seconds_count{pod="operator-1"}'
export const usable = 'clipmeter_sessions_usable{pod="api-1"}'
export const required = 'clipmeter_sessions_required{pod="api-1"}'
export const breaker = 'clipmeter_session_breaker_open{pod="api-1"}'
export const withheld = 'clipmeter_sessions_withheld_total{pod="api-1",reason="at_limit"}'
export const reconcileErrors =
  'clipmeter_reconcile_errors_total{pod="operator-1",controller="ClientGroup",reason="api"}'
export const watchErrors = 'clipmeter_watch_errors_total{pod="operator-1",kind="Job"}'
export const statusQueue = 'clipmeter_status_queue_depth{pod="operator-1",kind="InstagramAccount"}'
export const statusErrors = 'clipmeter_status_write_errors_total{pod="operator-1",kind="InstagramAccount"}'
export const purgeErrors = (kind) => `clipmeter_purge_errors_total{pod="operator-1",kind="${kind}"}`
export const deferred = 'clipmeter_rate_limit_permits_total{pod="api-1",platform="tiktok",outcome="deferred"}'
export const missing = 'clipmeter_definition_missing{pod="operator-1",definition="clientgroups.clipmeter.io"}'

export const NO_API = Object.fromEntries(
  Object.keys(HEALTHY)
    .filter((series) => series.includes('pod="api-'))
    .map((series) => [series, null]),
)
export const NO_OPERATOR = Object.fromEntries(
  Object.keys(HEALTHY)
    .filter((series) => series.includes('pod="operator-'))
    .map((series) => [series, null]),
)
