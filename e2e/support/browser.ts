import { existsSync } from 'node:fs'
import { devices, type PlaywrightTestConfig } from '@playwright/test'

const CHROMIUM = '/usr/bin/chromium'
/** The shell is Chromium without windows, which cost a third of the time. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', CHROMIUM]

/** The machine's own browser; flags keep it from talking to anybody but the program under test. */
export const browser: PlaywrightTestConfig['use'] = {
  ...devices['Desktop Chrome'],
  viewport: { width: 1440, height: 900 },
  locale: 'en-US',
  timezoneId: 'UTC',
  // Every frame of an animation is drawn without a GPU; without animations the tests take half as long. The tests of dialogs have them.
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
  // Pictures of every frame would cost more than many a test; what was there at each step is kept anyway.
  trace: { mode: 'retain-on-failure', screenshots: false },
}
