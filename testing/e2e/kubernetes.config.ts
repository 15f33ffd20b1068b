import { defineConfig } from '@playwright/test'
import { browser } from './support/programs/browser.ts'

/** Tests on a Kubernetes cluster: they change the state of a single installation, so they run in order. */
export default defineConfig({
  testDir: 'kubernetes',
  globalSetup: './kubernetes/support/setup.ts',
  outputDir: 'results/kubernetes',
  // Duration of each test, for the report of scripts/test.
  reporter: [['list'], ['json', { outputFile: 'results/kubernetes-durations.json' }]],
  workers: 1,
  fullyParallel: false,
  timeout: 900_000,
  expect: { timeout: 240_000 },
  use: browser,
})
