import { leader, databaseUp, calls, missing, NO_API, NO_OPERATOR } from '../series.mjs'

export const operator = {
  ClipmeterOperatorDown: {
    fires: {
      'no operator is scraped': {
        change: NO_OPERATOR,
        at: { 4: [], 6: ['ClipmeterOperatorDown'] },
      },
    },
    quiet: {
      'an operator restarts within three minutes': {
        change: {
          [leader(1)]: [
            [1, 10],
            [null, 3],
            [1, 0],
          ],
          [leader(2)]: null,
        },
        at: { 14: [], 20: [] },
      },
    },
  },
  ClipmeterNoLeader: {
    fires: {
      'no operator leads': {
        change: { [leader(1)]: 0 },
        at: { 1: [], 3: ['ClipmeterNoLeader'] },
      },
    },
    quiet: {
      'another operator leads': {
        change: { [leader(1)]: 0, [leader(2)]: 1 },
        at: { 10: [] },
      },
      'no operator is scraped, which has its own alert': {
        change: NO_OPERATOR,
        at: { 10: ['ClipmeterOperatorDown'] },
      },
    },
  },
  ClipmeterDefinitionMissing: {
    fires: {
      'a definition is missing': {
        change: { [missing]: 1 },
        at: { 4: [], 6: ['ClipmeterDefinitionMissing'] },
      },
    },
    quiet: {
      'it is installed after two minutes': {
        change: {
          [missing]: [
            [1, 2],
            [null, 0],
          ],
        },
        at: { 6: [] },
      },
    },
  },
  ClipmeterOperatorCallsFail: {
    fires: {
      'the operator cannot reach a healthy API': {
        change: {
          [calls('ListRuns', 'Ok')]: '12/m',
          [calls('ListRuns', 'Unavailable')]: '20/m',
        },
        at: { 9: [], 13: ['ClipmeterOperatorCallsFail'] },
      },
    },
    quiet: {
      'one call in four fails': {
        change: { [calls('ListRuns', 'Unavailable')]: '20/m' },
        at: { 30: [] },
      },
      'the database is away, which has its own alert': {
        change: {
          [calls('ListRuns', 'Ok')]: '0/m',
          [calls('ListRuns', 'Unavailable')]: '20/m',
          [databaseUp(1)]: 0,
          [databaseUp(2)]: 0,
        },
        at: { 30: ['ClipmeterDatabaseUnreachable'] },
      },
    },
  },
  ClipmeterSchedulerStopped: {
    fires: {
      'the API does not list due accounts in time': {
        change: {
          [calls('ListDue', 'Ok')]: [
            ['6/m', 30],
            ['0/m', 0],
          ],
          [calls('ListDue', 'DeadlineExceeded')]: [
            ['0/m', 30],
            ['2/m', 0],
          ],
        },
        at: { 43: [], 46: ['ClipmeterSchedulerStopped'] },
      },
      'no call to list due accounts has succeeded since the operator started': {
        change: {
          [calls('ListDue', 'Ok')]: null,
          [calls('ListDue', 'OutOfRange')]: '6/m',
        },
        at: { 4: [], 6: ['ClipmeterSchedulerStopped'] },
      },
      'a new operator cannot list Jobs, so it calls nothing': {
        change: {
          [calls('ListDue', 'Ok')]: null,
          [calls('ListRuns', 'Ok')]: null,
        },
        at: { 4: [], 6: ['ClipmeterSchedulerStopped'] },
      },
    },
    quiet: {
      'the cluster rejects Jobs, so due accounts are listed every 30 seconds': {
        change: { [calls('ListDue', 'Ok')]: '2/m' },
        at: { 60: [] },
      },
      'an operator restarts, and lists due accounts three minutes later': {
        change: {
          [leader(1)]: [
            [1, 30],
            [null, 12],
            [1, 0],
          ],
          [calls('ListDue', 'Ok')]: [
            ['6/m', 30],
            [null, 15],
            ['6/m', 0],
          ],
        },
        at: { 46: [], 50: [], 60: [] },
      },
      'the database was away for twenty minutes': {
        change: {
          [databaseUp(1)]: [
            [1, 30],
            [0, 20],
            [1, 0],
          ],
          [calls('ListRuns', 'Ok')]: [
            ['60/m', 30],
            ['0/m', 20],
            ['60/m', 0],
          ],
          [calls('ListRuns', 'Unavailable')]: [
            ['0/m', 30],
            ['20/m', 20],
            ['0/m', 0],
          ],
          [calls('ListDue', 'Ok')]: [
            ['6/m', 30],
            ['0/m', 20],
            ['6/m', 0],
          ],
        },
        at: { 48: ['ClipmeterDatabaseUnreachable'], 51: [], 56: [], 65: [] },
      },
      'no operator leads, which has its own alert': {
        change: { [leader(1)]: 0, [calls('ListDue', 'Ok')]: '0/m' },
        at: { 30: ['ClipmeterNoLeader'] },
      },
      'all calls fail, which has its own alert': {
        change: {
          [calls('ListRuns', 'Ok')]: '0/m',
          [calls('ListRuns', 'Unavailable')]: '20/m',
          [calls('ListDue', 'Ok')]: '0/m',
        },
        at: { 30: ['ClipmeterOperatorCallsFail'] },
      },
      'the database is away, which has its own alert': {
        change: {
          [calls('ListDue', 'Ok')]: '0/m',
          [databaseUp(1)]: 0,
          [databaseUp(2)]: 0,
        },
        at: { 30: ['ClipmeterDatabaseUnreachable'] },
      },
      'the API is down, which has its own alert': {
        change: { ...NO_API, [calls('ListDue', 'Ok')]: '0/m' },
        at: { 30: ['ClipmeterApiDown'] },
      },
    },
  },
}
