import { up, databaseUp, waiting, busy, errors503, NO_API } from '../series.mjs'

export const api = {
  ClipmeterApiDown: {
    fires: { 'no replica is scraped': { change: NO_API, at: { 4: [], 6: ['ClipmeterApiDown'] } } },
    quiet: {
      'one of two replicas is gone': {
        change: { [databaseUp(2)]: null, [up('api', 2)]: null },
        at: { 30: [] },
      },
      'a replica restarts within three minutes': {
        change: {
          [databaseUp(1)]: [
            [1, 10],
            [null, 3],
            [1, 0],
          ],
          [databaseUp(2)]: null,
        },
        at: { 14: [], 20: [] },
      },
    },
  },
  ClipmeterReplicaDown: {
    fires: {
      'one of two replicas does not respond': {
        change: { [up('api', 2)]: 0, [databaseUp(2)]: null },
        at: { 9: [], 11: ['ClipmeterReplicaDown'] },
      },
      'a replica of a PodMonitor does not respond': {
        change: {
          'up{job="clipmeter/clipmeter-api",pod="api-1"}': 1,
          'up{job="clipmeter/clipmeter-api",pod="api-2"}': 0,
        },
        at: { 11: ['ClipmeterReplicaDown'] },
      },
    },
    quiet: {
      'another program does not respond': {
        change: { 'up{job="other-api",pod="1"}': 0, 'up{job="other-api",pod="2"}': 1 },
        at: { 30: [] },
      },
      'all replicas are down, which has its own alert': {
        change: { ...NO_API, [up('api', 1)]: 0, [up('api', 2)]: 0 },
        at: { 30: ['ClipmeterApiDown'] },
      },
    },
  },
  ClipmeterApiErrors: {
    fires: {
      '7 % of the requests fail': {
        change: { 'clipmeter_http_requests_total{pod="api-1",status="500"}': '4.5/m' },
        at: { 9: [], 13: ['ClipmeterApiErrors'] },
      },
    },
    quiet: {
      '3 % of the requests fail': { change: { [errors503]: '2/m' }, at: { 30: [] } },
      'half of the requests fail for two minutes': {
        change: {
          [errors503]: [
            ['0/m', 20],
            ['60/m', 2],
            ['0/m', 0],
          ],
        },
        at: { 30: [], 34: [] },
      },
      'the only user has an error now and then': {
        change: { 'clipmeter_http_requests_total{pod="api-1",status="200"}': '1/m', [errors503]: '0.3/m' },
        at: { 30: [] },
      },
      'the database is away, which has its own alert': {
        change: { [errors503]: '60/m', [databaseUp(1)]: 0 },
        at: { 30: ['ClipmeterDatabaseUnreachable'] },
      },
      'the database refuses writes, which has its own alert': {
        change: { [errors503]: '60/m', [waiting('StorageFull')]: 1 },
        at: { 30: ['ClipmeterDatabaseRefusesWrites'] },
      },
    },
  },
  ClipmeterDatabaseUnreachable: {
    fires: {
      'one replica cannot reach the database': {
        change: { [databaseUp(2)]: 0 },
        at: { 1: [], 3: ['ClipmeterDatabaseUnreachable'] },
      },
    },
    quiet: {
      'the database restarts within a minute': {
        change: {
          [databaseUp(1)]: [
            [1, 10],
            [0, 1],
            [1, 0],
          ],
        },
        at: { 11: [], 13: [] },
      },
    },
  },
  ClipmeterDatabaseRefusesWrites: {
    fires: {
      'the API tries a write once a minute': {
        change: {
          [waiting('StorageFull')]: [
            [1, 2],
            [null, 1],
            [1, 2],
            [null, 1],
            [1, 0],
          ],
        },
        at: { 4: [], 6: ['ClipmeterDatabaseRefusesWrites'] },
      },
    },
    quiet: {
      'a failover of two minutes': {
        change: {
          [waiting('StorageFull')]: [
            [1, 2],
            [null, 0],
          ],
        },
        at: { 5: [], 10: [] },
      },
      'another wait': {
        change: { [waiting('RateLimit')]: 1 },
        at: { 30: ['ClipmeterPlatformUnavailable'] },
      },
    },
  },
  ClipmeterDatabasePoolSaturated: {
    fires: {
      'all connections are busy': {
        change: { [busy]: 10 },
        at: { 9: [], 11: ['ClipmeterDatabasePoolSaturated'] },
      },
    },
    quiet: { 'most connections are busy': { change: { [busy]: 8 }, at: { 30: [] } } },
  },
}
