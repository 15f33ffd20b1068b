import { usable, required, breaker, withheld } from '../series.mjs'

export const sessions = {
  ClipmeterSessionsLow: {
    fires: {
      'fewer sessions than required': {
        change: { [usable]: 2 },
        at: { 14: [], 16: ['ClipmeterSessionsLow'] },
      },
    },
    quiet: {
      'as many sessions as required': { change: { [usable]: 3 }, at: { 30: [] } },
      'no session is usable, which has its own alert': {
        change: { [usable]: 0 },
        at: { 30: ['ClipmeterNoUsableSessions'] },
      },
    },
  },
  ClipmeterNoUsableSessions: {
    fires: {
      'no session is usable': { change: { [usable]: 0 }, at: { 4: [], 6: ['ClipmeterNoUsableSessions'] } },
    },
    quiet: {
      'no account needs one': { change: { [usable]: 0, [required]: 0 }, at: { 30: [] } },
    },
  },
  ClipmeterSessionsWithheld: {
    fires: {
      'a run asks again and again': {
        change: { [withheld]: '1/m' },
        at: { 1: [], 6: ['ClipmeterSessionsWithheld'] },
      },
    },
    quiet: {
      'one run has lost three sessions': {
        change: {
          [withheld]: [
            ['0/m', 30],
            ['1/m', 2],
            ['0/m', 0],
          ],
        },
        at: { 35: [] },
      },
    },
  },
  ClipmeterSessionBreakerOpen: {
    fires: {
      'the breaker is open': {
        change: { [breaker]: 1 },
        at: { 0: [], 2: ['ClipmeterSessionBreakerOpen'] },
      },
    },
    quiet: {
      'the breaker is closed': { change: {}, at: { 30: [] } },
    },
  },
}
