import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

/** Measurements of a running, filled program; started by `bench/content/run`. */
export default defineConfig({
  testDir: 'bench',
  outputDir: 'results/bench',
  reporter: 'list',
  workers: 1,
  timeout: 10 * 60_000,
  use: { ...tests.use, trace: 'off', screenshot: 'off' },
})
