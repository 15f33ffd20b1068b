import { existsSync } from 'node:fs'
import { devices, type PlaywrightTestConfig } from '@playwright/test'

const CHROMIUM = '/usr/bin/chromium'
/** Chromium's headless shell, which takes a third less time than the full browser. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', CHROMIUM]

/** The installed browser; flags prevent it from contacting anything but the program under test. */
export const browser: PlaywrightTestConfig['use'] = {
  ...devices['Desktop Chrome'],
  viewport: { width: 1440, height: 900 },
  locale: 'en-US',
  timezoneId: 'UTC',
  // Every frame of an animation is rendered without a GPU; without animations, the tests take half as long. Only the dialog tests
  // enable them.
  contextOptions: { reducedMotion: 'reduce' },
  launchOptions: {
    executablePath: process.env['CHROMIUM'] ?? INSTALLED.find(existsSync) ?? CHROMIUM,
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
  },
  screenshot: 'only-on-failure',
  // Recording each step takes a sixth of the time of all tests; `--trace on` records it.
  trace: 'off',
}
