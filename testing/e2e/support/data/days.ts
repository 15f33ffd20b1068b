export const DAY_MS = 86_400_000

/** Returns the day in UTC that is this number of days later than today. */
export const day = (later: number) => new Date(Date.now() + later * DAY_MS).toISOString().slice(0, 10)

/** Yesterday and today when the test file was loaded: the days of the journey's measurements, also if it ran across midnight. */
export const FROM = day(-1)
export const TO = day(0)
export const DAYS = `from=${FROM}&to=${TO}`
