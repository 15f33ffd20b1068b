import { api } from './client'

/** Returns the currency of all amounts, an ISO 4217 code; null without one, and until it is known. `useTimeZone` polls it. */
export function useCurrency(): string | null {
  const { data } = api.useQuery('get', '/api/auth/me')
  return data?.currency ?? null
}
