import { defineConfig } from '@playwright/test'
import { browser } from './support/programs/browser.ts'

/** Tests that start their own program with their own data and do not need the journey. */
const DEMO = 'demo.spec.ts'
const OWN_DATA = 'progress.spec.ts'
const JOURNEY = 'journey.spec.ts'

export default defineConfig({
  testDir: 'tests',
  outputDir: 'results/failures',
  globalSetup: './support/programs/setup.ts',
  reporter: [['list'], ['./support/programs/durations.ts', { file: 'results/durations.json' }]],
  // Each worker has its own program, database and simulator; the tests of a file run in order on one of them.
  workers: 2,
  fullyParallel: false,
  // Four times the duration of the slowest test beside a running build. `expect` reports a hanging page much earlier.
  timeout: 480_000,
  expect: { timeout: 30_000 },
  use: browser,
  projects: [
    // Fills a program with data. Every worker of the screens starts with a copy of them.
    { name: 'journey', testMatch: JOURNEY },
    { name: 'demo', testMatch: DEMO },
    { name: 'own data', testMatch: OWN_DATA },
    { name: 'screens', testIgnore: [JOURNEY, DEMO, OWN_DATA], dependencies: ['journey'] },
  ],
})
