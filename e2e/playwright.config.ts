import { defineConfig, devices } from '@playwright/test'

/** The machine's own browser; flags keep it from talking to anybody but the program under test. */
const chromium = {
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

export default defineConfig({
  testDir: 'tests',
  outputDir: 'results/failures',
  globalSetup: './support/setup.ts',
  reporter: 'list',
  // One program with one set of data: the tests run in order.
  workers: 1,
  fullyParallel: false,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    launchOptions: chromium,
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
  projects: [
    { name: 'signed out', testMatch: ['sign-in.spec.ts', 'api-docs.spec.ts'] },
    // Fills the program with data, on which the rest looks.
    { name: 'journey', testMatch: 'journey.spec.ts', dependencies: ['signed out'] },
    { name: 'demo', testMatch: 'demo.spec.ts' },
    {
      name: 'screens',
      testIgnore: ['sign-in.spec.ts', 'journey.spec.ts', 'demo.spec.ts'],
      dependencies: ['journey'],
    },
  ],
})
