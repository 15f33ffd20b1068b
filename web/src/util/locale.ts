/** The languages whose way to write numbers can be chosen. All texts are English. */
export const NUMBER_LOCALES = ['en-US', 'de-DE', 'fr-FR', 'de-CH'] as const
/** The languages whose order of day and month, and clock, can be chosen: those with English names of months. */
export const DATE_LOCALES = ['en-US', 'en-GB'] as const

type Formats = { numbers: (typeof NUMBER_LOCALES)[number]; dates: (typeof DATE_LOCALES)[number] }

const KEY = 'clipmeter.formats'

function stored(): Formats {
  let found: Partial<Record<keyof Formats, unknown>> | null = null
  try {
    found = JSON.parse(localStorage.getItem(KEY) ?? 'null')
  } catch {
    // The browser stores nothing, or something else.
  }
  return {
    numbers: NUMBER_LOCALES.find((locale) => locale === found?.numbers) ?? 'en-US',
    dates: DATE_LOCALES.find((locale) => locale === found?.dates) ?? 'en-US',
  }
}

/** The user's choice in this browser when the page was loaded. */
export const FORMATS = stored()

/**
 * Stores a choice in this browser, and loads the page again, because formatters are created once. Returns false if the browser stores
 * nothing.
 */
export function applyFormats(chosen: Formats): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen))
  } catch {
    return false
  }
  location.reload()
  return true
}
