import {
  databaseUp,
  calls,
  purgeErrors,
  reconcileErrors,
  watchErrors,
  statusQueue,
  statusErrors,
  NO_API,
} from '../series.mjs'

export const reconciliation = {
  ClipmeterReconcileFails: {
    fires: {
      'a controller fails nine times a minute': {
        change: { [reconcileErrors]: '9/m' },
        at: { 14: [], 24: ['ClipmeterReconcileFails'] },
      },
    },
    quiet: {
      'a controller fails three times a minute': {
        change: { [reconcileErrors]: '3/m' },
        at: { 60: [] },
      },
      'the API is down, which has its own alert': {
        change: { ...NO_API, [reconcileErrors]: '12/m' },
        at: { 30: ['ClipmeterApiDown'] },
      },
    },
  },
  ClipmeterWatchFails: {
    fires: {
      'a watch fails every 30 seconds': {
        change: { [watchErrors]: '2/m' },
        at: { 15: [], 20: ['ClipmeterWatchFails'] },
      },
    },
    quiet: {
      'the API server is down for nine minutes': {
        change: {
          [watchErrors]: [
            ['0/m', 30],
            ['2/m', 9],
            ['0/m', 0],
          ],
        },
        at: { 40: [], 44: [], 50: [] },
      },
    },
  },
  ClipmeterStatusLags: {
    fires: {
      'thousands of statuses wait': {
        change: { [statusQueue]: 4000 },
        at: { 14: [], 16: ['ClipmeterStatusLags'] },
      },
      'the status of an object cannot be written': {
        change: { [statusErrors]: '12/m' },
        at: { 14: [], 18: ['ClipmeterStatusLags'] },
      },
    },
    quiet: {
      'ten thousand statuses change at once': {
        change: {
          [statusQueue]: [
            [9000, 5],
            [6000, 5],
            [2000, 0],
          ],
        },
        at: { 9: [], 16: [] },
      },
      'a write fails now and then': {
        change: { [statusErrors]: '1/m' },
        at: { 60: [] },
      },
    },
  },
  ClipmeterPurgeBlocked: {
    fires: {
      'the API rejects the removal of a group': {
        change: { [purgeErrors('ClientGroup')]: '0.2/m' },
        at: { 15: [], 35: ['ClipmeterPurgeBlocked'] },
      },
      'the cluster rejects the removal of accounts': {
        change: { [purgeErrors('InstagramAccount')]: '1/m' },
        at: { 35: ['ClipmeterPurgeBlocked'] },
      },
    },
    quiet: {
      'the API fails for a minute, and the operator tries again and again': {
        change: {
          [purgeErrors('ClientGroup')]: [
            ['0/m', 30],
            ['6/m', 1],
            ['0/m', 0],
          ],
        },
        at: { 40: [], 52: [] },
      },
      'the database is away, which has its own alert': {
        change: {
          [purgeErrors('ClientGroup')]: '1/m',
          [databaseUp(1)]: 0,
        },
        at: { 35: ['ClipmeterDatabaseUnreachable'] },
      },
      'other calls fail': {
        change: { [calls('SyncGroup', 'Internal')]: '1/m' },
        at: { 60: [] },
      },
    },
  },
}
