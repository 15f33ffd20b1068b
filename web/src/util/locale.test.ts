import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const store = new Map<string, string>()
const plain = (text: string) => text.replaceAll(/[\u00A0\u202F\u2009]/g, ' ')

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
  })
  vi.stubGlobal('location', { reload: vi.fn<() => void>() })
})
afterEach(() => {
  store.clear()
  vi.unstubAllGlobals()
  // Other tests use the same process.
  vi.resetModules()
})

test.each([
  ['{}', '1,234.56', '1.3K', '€2.50', 'Nov 21, 2026, 2:40 PM', 'Nov 15 – Nov 21, 2026'],
  ['{"numbers":"de-DE"}', '1.234,56', '1,3K', '2,50 €', 'Nov 21, 2026, 2:40 PM', 'Nov 15 – Nov 21, 2026'],
  [
    '{"numbers":"fr-FR","dates":"en-GB"}',
    '1 234,56',
    '1,3K',
    '2,50 €',
    '21 Nov 2026, 14:40',
    '15 Nov – 21 Nov 2026',
  ],
  [
    '{"numbers":"xx","dates":7}',
    '1,234.56',
    '1.3K',
    '€2.50',
    'Nov 21, 2026, 2:40 PM',
    'Nov 15 – Nov 21, 2026',
  ],
  ['no JSON', '1,234.56', '1.3K', '€2.50', 'Nov 21, 2026, 2:40 PM', 'Nov 15 – Nov 21, 2026'],
])(
  'with the stored choice %s, numbers and dates are written accordingly',
  async (choice, amount, count, money, date, days) => {
    store.set('clipmeter.formats', choice)
    const { formatAmount, formatCount, formatDate, formatMoney } = await import('./format')
    const { formatDays } = await import('./time/period')
    const { dayAt } = await import('./time/timeZone')
    expect(plain(formatAmount(1234.56))).toBe(amount)
    expect(formatCount(1_250)).toBe(count)
    expect(plain(formatMoney(2.5, 'EUR'))).toBe(money)
    expect(plain(formatDate('2026-11-21T14:40:00Z', new Date('2027-01-01')))).toBe(date)
    expect(formatDays({ from: '2026-11-15', to: '2026-11-21' })).toBe(days)
    // Days in addresses and requests are the same in every format.
    expect(dayAt(Date.parse('2026-11-21T14:40:00Z'))).toBe('2026-11-21')
  },
)

test('a choice is stored, and loads the page again', async () => {
  const { applyFormats } = await import('./locale')
  applyFormats({ numbers: 'de-CH', dates: 'en-GB' })
  expect(JSON.parse(store.get('clipmeter.formats') ?? '')).toEqual({ numbers: 'de-CH', dates: 'en-GB' })
  expect(location.reload).toHaveBeenCalledOnce()
})

test('a choice that the browser does not store does not load the page again', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('The operation is insecure', 'SecurityError')
    },
  })
  const { applyFormats } = await import('./locale')
  expect(applyFormats({ numbers: 'de-CH', dates: 'en-GB' })).toBe(false)
  expect(location.reload).not.toHaveBeenCalled()
})
