import { units, OK, usable } from '../series.mjs'

/** Situations of a cause: its share of the attempts above the threshold, just below it, and high with too few attempts. */
function cause(alert, outcomes, share, instead) {
  const [first] = outcomes
  const each = outcomes.map((outcome) => [
    `each outcome counts: ${outcome}`,
    {
      change: {
        [OK]: `${10 * (1 - share - 0.02)}/m`,
        [units(outcome)]: `${10 * (share + 0.02)}/m`,
      },
      at: { 4: [], 12: [alert] },
    },
  ])
  return {
    fires: Object.fromEntries(each),
    quiet: {
      'the share is below the threshold': {
        change: {
          [OK]: `${10 * (1 - share + 0.02)}/m`,
          [units(first)]: `${10 * (share - 0.02)}/m`,
        },
        at: { 12: [] },
      },
      'less than ten attempts in an hour': {
        change: {
          [OK]: '0/m',
          'clipmeter_units_total{pod="api-2",platform="instagram",outcome="private"}': '0/m',
          [units(first)]: '0.7/m',
        },
        at: { 12: [] },
      },
      ...instead,
    },
  }
}

export const outcomes = {
  ClipmeterPlatformChanged: cause(
    'ClipmeterPlatformChanged',
    ['schema_changed', 'ambiguous_empty', 'parse_error', 'unknown_error', 'endpoint_retired'],
    0.1,
  ),
  ClipmeterNetworkFaults: cause('ClipmeterNetworkFaults', ['transient', 'unexpected_page'], 0.1),
  ClipmeterPlatformRefusesRequests: cause(
    'ClipmeterPlatformRefusesRequests',
    ['blocked', 'rate_limited', 'captcha', 'waf_challenge', 'empty_body'],
    0.2,
  ),
  ClipmeterScrapersMisconfigured: cause(
    'ClipmeterScrapersMisconfigured',
    ['useragent_mismatch', 'region_blocked'],
    0.05,
  ),
  ClipmeterAccountsUnavailable: cause(
    'ClipmeterAccountsUnavailable',
    ['private', 'not_found', 'not_available'],
    0.3,
  ),
  ClipmeterIdentityChanges: cause(
    'ClipmeterIdentityChanges',
    ['identity_changed', 'identity_unconfirmed'],
    0.05,
  ),
  ClipmeterSessionsRefused: cause(
    'ClipmeterSessionsRefused',
    [
      'session_dead',
      'login_required',
      'feedback_required',
      'challenge_required',
      'checkpoint_required',
      'suspended',
      'no_session',
    ],
    0.1,
    {
      'the pool is too small, which has its own alert': {
        change: { [OK]: '8/m', [units('no_session')]: '2/m', [usable]: 2 },
        at: { 16: ['ClipmeterSessionsLow'] },
      },
    },
  ),
}
