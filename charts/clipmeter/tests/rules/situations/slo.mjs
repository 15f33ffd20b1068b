import { units, OK, suspended, inTime, started } from '../series.mjs'

export const slo = {
  ClipmeterSuccessBudgetBurnsFast: {
    fires: {
      'three quarters of the scrapes fail for an hour, most causes being rare': {
        change: {
          [OK]: '2.4/m',
          [units('blocked')]: '1.9/m',
          [units('transient')]: '0.9/m',
          [units('schema_changed')]: '0.9/m',
          [units('no_session')]: '0.9/m',
          [units('not_found')]: '1/m',
          [units('region_blocked')]: '0.4/m',
          [units('feedback_required')]: '2/m',
        },
        at: {
          1: [],
          75: [
            'ClipmeterSessionsRefused',
            'ClipmeterSuccessBudgetBurnsFast',
            'ClipmeterSuccessBudgetBurnsSlow',
          ],
        },
      },
      'everything fails from the start': {
        change: { [OK]: null, [units('blocked')]: '10/m' },
        at: {
          75: [
            'ClipmeterPlatformRefusesRequests',
            'ClipmeterSuccessBudgetBurnsFast',
            'ClipmeterSuccessBudgetBurnsSlow',
          ],
        },
      },
    },
    quiet: {
      'half of the scrapes fail': {
        change: { [OK]: '5/m', [units('blocked')]: '5/m' },
        at: { 75: ['ClipmeterPlatformRefusesRequests', 'ClipmeterSuccessBudgetBurnsSlow'] },
      },
      'everything fails for 20 minutes': {
        change: {
          [OK]: [
            ['10/m', 300],
            ['0/m', 20],
            ['10/m', 0],
          ],
          [units('transient')]: [
            ['0/m', 300],
            ['10/m', 20],
            ['0/m', 0],
          ],
        },
        at: { 320: ['ClipmeterNetworkFaults'], 385: [] },
      },
      'the cause ended ten minutes ago': {
        change: {
          [OK]: [
            ['0/m', 70],
            ['10/m', 0],
          ],
          [units('transient')]: [
            ['10/m', 70],
            ['0/m', 0],
          ],
        },
        at: {
          70: [
            'ClipmeterNetworkFaults',
            'ClipmeterSuccessBudgetBurnsFast',
            'ClipmeterSuccessBudgetBurnsSlow',
          ],
          80: ['ClipmeterNetworkFaults', 'ClipmeterSuccessBudgetBurnsSlow'],
        },
      },
      'all accounts are private': {
        change: { [OK]: '0/m', [units('private')]: '10/m' },
        at: { 75: ['ClipmeterAccountsUnavailable'] },
      },
      'a single account fails': {
        change: {
          [OK]: '0/m',
          'clipmeter_units_total{pod="api-2",platform="instagram",outcome="private"}': '0/m',
          [units('not_available')]: '0/m',
          [units('blocked')]: '0.1/m',
        },
        at: { 75: [] },
      },
    },
  },
  ClipmeterSuccessBudgetBurnsSlow: {
    fires: {
      'two fifths of the scrapes fail for hours': {
        change: { [OK]: '6/m', [units('blocked')]: '4/m' },
        at: { 390: ['ClipmeterPlatformRefusesRequests', 'ClipmeterSuccessBudgetBurnsSlow'] },
      },
    },
    quiet: {
      'two fifths fail for an hour': {
        change: {
          [OK]: [
            ['10/m', 300],
            ['6/m', 0],
          ],
          [units('blocked')]: [
            ['0/m', 300],
            ['4/m', 0],
          ],
        },
        at: { 360: ['ClipmeterPlatformRefusesRequests'] },
      },
      'a quarter fails for hours': {
        change: { [OK]: '7.5/m', [units('blocked')]: '2.5/m' },
        at: { 390: ['ClipmeterPlatformRefusesRequests'] },
      },
      'two fifths failed until half an hour ago': {
        change: {
          [OK]: [
            ['6/m', 360],
            ['10/m', 0],
          ],
          [units('blocked')]: [
            ['4/m', 360],
            ['0/m', 0],
          ],
        },
        at: { 395: [] },
      },
    },
  },
  ClipmeterFreshnessBudgetBurnsFast: {
    fires: {
      'four fifths of the runs start late': {
        change: { [inTime]: '0.4/m' },
        at: { 75: ['ClipmeterFreshnessBudgetBurnsFast', 'ClipmeterFreshnessBudgetBurnsSlow'] },
      },
      'Prometheus stores the bound as a whole number': {
        change: {
          [inTime]: null,
          'clipmeter_schedule_skew_seconds_bucket{pod="operator-1",le="300"}': '0.4/m',
        },
        at: { 75: ['ClipmeterFreshnessBudgetBurnsFast', 'ClipmeterFreshnessBudgetBurnsSlow'] },
      },
    },
    quiet: {
      'half of the runs start late': {
        change: { [inTime]: '1/m' },
        at: { 75: ['ClipmeterFreshnessBudgetBurnsSlow'] },
      },
      'all runs start late for 20 minutes': {
        change: {
          [inTime]: [
            ['2/m', 300],
            ['0/m', 20],
            ['2/m', 0],
          ],
        },
        at: { 320: [] },
      },
      'scraping was suspended within the hour': {
        change: {
          [inTime]: '0.4/m',
          [suspended]: [
            [1, 40],
            [0, 0],
          ],
        },
        at: { 75: [] },
      },
      'a few runs in an hour': {
        change: { [inTime]: '0/m', [started]: '0.1/m' },
        at: { 75: [] },
      },
    },
  },
  ClipmeterFreshnessBudgetBurnsSlow: {
    fires: {
      'two fifths of the runs start late for hours': {
        change: { [inTime]: '1.2/m' },
        at: { 390: ['ClipmeterFreshnessBudgetBurnsSlow'] },
      },
    },
    quiet: {
      'two fifths start late for an hour': {
        change: {
          [inTime]: [
            ['2/m', 300],
            ['1.2/m', 0],
          ],
        },
        at: { 360: [] },
      },
      'a fifth starts late': { change: { [inTime]: '1.6/m' }, at: { 390: [] } },
      'scraping was suspended within six hours': {
        change: {
          [inTime]: '1.2/m',
          [suspended]: [
            [1, 60],
            [0, 0],
          ],
        },
        at: { 390: [] },
      },
    },
  },
}
