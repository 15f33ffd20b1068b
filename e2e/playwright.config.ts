import { defineConfig } from '@playwright/test'
import { browser } from './support/browser.ts'

/** What has a program with data of its own, and needs nothing of the journey. */
const DEMO = 'demo.spec.ts'
const OWN_DATA = 'progress.spec.ts'
const JOURNEY = 'journey.spec.ts'

export default defineConfig({
  testDir: 'tests',
  outputDir: 'results/failures',
  globalSetup: './support/setup.ts',
  reporter: [['list'], ['./support/durations.ts', { file: 'results/durations.json' }]],
  // Each worker has a program, a database and a simulator of its own; the tests of a file run in order on one of them.
  workers: 2,
  fullyParallel: false,
  // Twice as long as the slowest test takes while a build runs beside it. `expect` reports a hanging page much earlier.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: browser,
  projects: [
    // Fills a program with data. Every worker of the screens starts with a copy of them.
    { name: 'journey', testMatch: JOURNEY },
    { name: 'demo', testMatch: DEMO },
    { name: 'own data', testMatch: OWN_DATA },
    { name: 'screens', testIgnore: [JOURNEY, DEMO, OWN_DATA], dependencies: ['journey'] },
  ],
})
