import { client } from './client'
import { session } from './session'

/** Signs out locally at once and notifies the server, which ends only this sign-in. */
export function logout(): void {
  const token = session.get()?.token
  session.end()
  // The token is already deleted in this browser, whether or not the call succeeds.
  client.POST('/api/auth/logout', { headers: { authorization: `Bearer ${token}` } }).catch(() => undefined)
}
