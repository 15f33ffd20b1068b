import { waiting, poolWaiting, oldest, suspended, created, failedJobs, deferred } from '../series.mjs'

export const scraping = {
  ClipmeterNoJobsCreated: {
    fires: {
      'accounts are due for more than half an hour, and no Job is created': {
        change: { [oldest]: 2400, [created]: '0/m' },
        at: { 9: [], 12: ['ClipmeterNoJobsCreated'] },
      },
      'no Job was ever created': {
        change: { [oldest]: 2400, [created]: null },
        at: { 12: ['ClipmeterNoJobsCreated'] },
      },
    },
    quiet: {
      'Jobs are created': { change: { [oldest]: 2400 }, at: { 45: [] } },
      'scraping is suspended': {
        change: { [oldest]: 2400, [created]: '0/m', [suspended]: 1 },
        at: { 45: [] },
      },
      'a platform waits': {
        change: { [oldest]: 2400, [created]: '0/m', [waiting('AddressCooldown')]: 1 },
        at: { 45: ['ClipmeterPlatformUnavailable'] },
      },
    },
  },
  ClipmeterQueueStalled: {
    fires: {
      'an account has been due for more than two hours': {
        change: { [oldest]: 7300 },
        at: { 9: [], 12: ['ClipmeterQueueStalled'] },
      },
    },
    quiet: {
      'scraping is suspended': { change: { [oldest]: 7300, [suspended]: 1 }, at: { 60: [] } },
      'scraping was resumed 20 minutes ago': {
        change: {
          [oldest]: 7300,
          [suspended]: [
            [1, 60],
            [0, 0],
          ],
        },
        at: { 80: [], 102: ['ClipmeterQueueStalled'] },
      },
      'less than two hours': { change: { [oldest]: 7100 }, at: { 60: [] } },
    },
  },
  ClipmeterPlatformUnavailable: {
    fires: {
      'a cooldown lasts longer than 15 minutes': {
        change: { [waiting('AddressCooldown')]: 1 },
        at: { 14: [], 16: ['ClipmeterPlatformUnavailable'] },
      },
    },
    quiet: {
      'a cooldown of ten minutes': {
        change: {
          [waiting('AddressCooldown')]: [
            [1, 10],
            [null, 0],
          ],
        },
        at: { 16: [] },
      },
      'the database refuses writes, which has its own alert': {
        change: { [waiting('StorageFull')]: 1 },
        at: { 30: ['ClipmeterDatabaseRefusesWrites'] },
      },
    },
  },
  ClipmeterScraperPoolWaiting: {
    fires: {
      'the proxy of a pool is missing': {
        change: { [poolWaiting('ProxyMissing')]: 1 },
        at: { 14: [], 16: ['ClipmeterScraperPoolWaiting'] },
      },
      'the Jobs of a pool do not start, and scraping was resumed 20 minutes ago': {
        change: {
          [poolWaiting('PodsNotStarted')]: 1,
          [suspended]: [
            [1, 30],
            [0, 0],
          ],
        },
        at: { 50: [], 77: ['ClipmeterScraperPoolWaiting'] },
      },
      'the platform waits for another reason': {
        change: { [poolWaiting('NoUsableSessions')]: 1, [waiting('AddressCooldown')]: 1 },
        at: { 16: ['ClipmeterPlatformUnavailable', 'ClipmeterScraperPoolWaiting'] },
      },
    },
    quiet: {
      'a cooldown of ten minutes': {
        change: {
          [poolWaiting('AddressCooldown')]: [
            [1, 10],
            [null, 0],
          ],
        },
        at: { 16: [] },
      },
      'scraping is suspended': {
        change: { [poolWaiting('ProxyMissing')]: 1, [suspended]: 1 },
        at: { 45: [] },
      },
      'the platform waits for the same reason': {
        change: { [poolWaiting('AddressCooldown')]: 1, [waiting('AddressCooldown')]: 1 },
        at: { 45: ['ClipmeterPlatformUnavailable'] },
      },
    },
  },
  ClipmeterJobsFail: {
    fires: {
      'a third of the Jobs fail': {
        change: { [failedJobs]: '0.7/m' },
        at: { 10: [], 30: ['ClipmeterJobsFail'] },
      },
    },
    quiet: {
      'a tenth fails': { change: { [failedJobs]: '0.2/m' }, at: { 60: [] } },
      'two Jobs fail, of few': {
        change: { [failedJobs]: '0.06/m', [created]: '0.1/m' },
        at: { 60: [] },
      },
    },
  },
  ClipmeterRateLimitPermitsDeferred: {
    fires: {
      'a third of the permits is deferred': {
        change: { [deferred]: '30/m' },
        at: { 20: [], 40: ['ClipmeterRateLimitPermitsDeferred'] },
      },
    },
    quiet: { 'a tenth is deferred': { change: { [deferred]: '6/m' }, at: { 60: [] } } },
  },
}
