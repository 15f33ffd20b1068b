/**
 * The steps of `scripts/test`. Those that fail soonest come first. The locks:
 * - `cargo`: cargo locks the build folder. Tests that keep all cores busy do not run beside the compiler.
 * - `load`: these steps keep all cores busy.
 * - `network`: a cluster adds network interfaces, and Chromium aborts all requests when one appears.
 * - `cluster`, `control plane`: tests of `cluster itself` expect that no other cluster runs. The two others may run beside each other.
 * @type {import('./schedule.mjs').Step[]}
 */
export const steps = [
  step('format', 'cargo fmt --all --check', { in: ['check', 'test'], locks: ['cargo'] }),
  step('scripts', 'node --test --test-reporter=spec scripts/suite/*.test.mjs scripts/checks/*.test.mjs', {
    in: ['check', 'test'],
  }),
  step('words', 'scripts/check-words', { in: ['check', 'test'] }),
  step('cycles', 'scripts/check-cycles', { in: ['check', 'test'] }),
  step('first run', 'scripts/test-first-run', { in: ['check', 'test'] }),
  step('dependencies', 'scripts/check-dependencies', { in: ['check', 'test'], locks: ['cargo'] }),

  // The API's crate embeds the web app.
  step('web build', 'scripts/build-web'),
  // If queries have changed, this step also builds the programs.
  step('query data', 'scripts/sqlx-prepare --check', {
    in: ['test'],
    after: ['web build'],
    locks: ['cargo'],
  }),
  // Before lint, so that the clusters start while it compiles the tests.
  step('programs', 'scripts/build-programs', { after: ['web build'], locks: ['cargo'] }),
  step('lint', 'scripts/suite/lint-rust', {
    in: ['check', 'test'],
    after: ['web build'],
    locks: ['cargo'],
  }),
  step('web tests', 'npm test', { in: ['check', 'test'], after: ['web build'], folder: 'web' }),
  step('browser packages', 'scripts/npm-ci testing/e2e'),
  step('browser lint', 'npm run --silent lint', {
    in: ['check', 'test'],
    after: ['browser packages'],
    folder: 'testing/e2e',
  }),
  step('script lint', 'scripts/suite/lint', { in: ['check', 'test'], after: ['browser packages'] }),
  step(
    'unit tests',
    'node scripts/suite/rust-tests.mjs --lib --bin clipmeter-proto-codegen --test resources',
    {
      in: ['check'],
      after: ['web build'],
      locks: ['cargo'],
    },
  ),

  step('advisories', 'scripts/deny', { in: ['test'], light: true }),
  // Builds these programs and Kubernetes from source at a low priority, if they are not cached. One build runs at a time.
  step('helm', 'testing/e2e/cluster/tools actionlint helm', { light: true }),
  step('workflow lint', 'scripts/suite/lint-workflows', { in: ['test'], after: ['helm'] }),
  step('promtool', 'testing/e2e/cluster/tools promtool', { after: ['helm'], light: true }),
  step('cluster programs', 'testing/e2e/cluster/tools --all', { after: ['helm'], light: true }),

  // Downloads the database server once, before several steps need it.
  step('database server', '"${CARGO_TARGET_DIR:-target}/debug/with-postgres" -- true', {
    after: ['programs'],
  }),
  step('rust tests', 'nice scripts/suite/in-memory node scripts/suite/rust-tests.mjs --tests', {
    in: ['test'],
    after: ['database server'],
    locks: ['cargo', 'load'],
  }),
  // Compiles the crates once more: a third platform must not be in any other program.
  step(
    'example platform',
    'nice scripts/suite/in-memory cargo test --locked --quiet -p clipmeter-simulation --features loopreel --test loopreel',
    { in: ['test'], after: ['database server'], locks: ['cargo', 'load'] },
  ),

  // Clusters wait most of the time, so they run beside the steps that keep the cores busy.
  step('kubernetes', 'npm run --silent kubernetes', {
    in: ['cluster'],
    after: ['database server', 'cluster programs', 'browser packages'],
    locks: ['cluster', 'network'],
    light: true,
    folder: 'testing/e2e',
  }),
  step('cluster itself', 'testing/e2e/cluster/test', {
    in: ['cluster'],
    after: ['cluster programs'],
    locks: ['cluster', 'control plane', 'network'],
    light: true,
  }),
  step(
    'API server',
    'testing/e2e/cluster/with-control-plane crds/tests/api-server operator/tests/api-server api/server/tests/api-server charts/clipmeter/tests/api-server charts/clipmeter/tests/scheduler kubectl-plugin/tests/api-server',
    {
      in: ['cluster'],
      after: ['database server', 'cluster programs'],
      locks: ['control plane'],
      light: true,
    },
  ),
  step('browser tests', 'nice ../../scripts/suite/in-memory npx --no-install playwright test', {
    in: ['test'],
    after: ['database server', 'browser packages'],
    locks: ['cargo', 'load', 'network'],
    folder: 'testing/e2e',
  }),
  step('chart', 'charts/clipmeter/test', { in: ['test'], after: ['helm', 'promtool'] }),
  step('schemathesis', 'nice scripts/suite/in-memory api/tests/schemathesis/run', {
    in: ['test'],
    after: ['database server'],
    locks: ['cargo', 'load'],
  }),
]

function step(name, command, more = {}) {
  return { name, command: ['bash', '-c', command], ...more }
}
