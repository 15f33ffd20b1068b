import { defineConfig } from '@playwright/test'
import { browser } from './support/browser.ts'

export default defineConfig({
  testDir: 'tests',
  outputDir: 'results/failures',
  globalSetup: './support/setup.ts',
  reporter: 'list',
  // What passes only at the second try is listed as flaky: a fault to mend, but none of the change under test.
  retries: process.env['CI'] ? 1 : 0,
  // One program with one set of data: the tests run in order.
  workers: 1,
  fullyParallel: false,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: browser,
  projects: [
    { name: 'signed out', testMatch: ['sign-in.spec.ts', 'api-docs.spec.ts', 'content-policy.spec.ts'] },
    // Fills the program with data, on which the rest looks.
    { name: 'journey', testMatch: 'journey.spec.ts', dependencies: ['signed out'] },
    { name: 'demo', testMatch: 'demo.spec.ts' },
    {
      name: 'screens',
      testIgnore: ['sign-in.spec.ts', 'content-policy.spec.ts', 'journey.spec.ts', 'demo.spec.ts'],
      dependencies: ['journey'],
    },
  ],
})
