import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { POLL } from '@/util/constants'
import { storedValue } from '@/util/storedValue'
import { UTC } from '@/util/time/timeZone'
import { api } from './client'
import { session, useSession } from './session'

const ME = '/api/auth/me'

/**
 * Zones by the ID of the user, and of groups that an admin has viewed. Stored, so that a reloaded page shows no other zone until the
 * server has named it; it stays after signing out, as it does not identify the user.
 */
const lastZones = storedValue<Record<string, unknown>>('clipmeter.time-zones', (found) => ({
  ...(found as object),
}))

/** Polls the stored data of the user; several callers share one request. */
const useMe = () => api.useQuery('get', ME, undefined, { refetchInterval: POLL.timeZone }).data

/** Keeps the session's user up to date: an admin may have changed the name or the role since the sign-in. */
export function useUserChanges(): void {
  const user = useMe()?.user
  useEffect(() => {
    if (user !== undefined) session.update(user)
  }, [user])
}

/**
 * Returns the time zone of the days on the screen, and follows its changes: that of the group that an admin views, of the member's
 * group, or else of the installation. What shows times must be rendered again when it changes; data are read again if it is not
 * because of another group.
 */
export function useTimeZone(groupId?: number): string {
  const own = useOwnZone()
  const zone = useZoneOfGroup(groupId, own)
  const queries = useQueryClient()
  const before = useRef({ zone, groupId })
  useEffect(() => {
    const { current } = before
    before.current = { zone, groupId }
    if (current.groupId === groupId && current.zone !== zone) void queries.invalidateQueries()
  }, [queries, zone, groupId])
  return zone
}

/** Returns the zone in which an admin sees the days of all groups. Until it is the one that was set, it is read often. */
export function useDaysZone(set: string | undefined): string | undefined {
  return api.useQuery('get', ME, undefined, {
    refetchInterval: ({ state }) =>
      set === undefined || state.data?.time_zone === set ? POLL.timeZone : POLL.daysPending,
  }).data?.time_zone
}

/** Returns the zone that the server names for the user: for admins, that of the installation. */
function useOwnZone(): string {
  return useLastZone(String(useSession()?.user.id ?? 0), useMe()?.time_zone) ?? UTC
}

/** Returns the zone in which the days of a group are shown; `common` without a group, and until it is known. */
function useZoneOfGroup(groupId: number | undefined, common: string): string {
  const { data } = api.useQuery('get', '/api/groups', undefined, {
    enabled: groupId !== undefined,
    refetchInterval: ({ state }) => {
      const group = state.data?.groups.find(({ id }) => id === groupId)
      const isChanging = group !== undefined && group.days_zone !== (group.time_zone ?? common)
      return isChanging ? POLL.daysPending : POLL.timeZone
    },
  })
  const named = data?.groups.find(({ id }) => id === groupId)?.days_zone
  const zone = useLastZone(`group ${groupId}`, named)
  return groupId === undefined ? common : (zone ?? common)
}

/** Returns the zone that the server names, or else the one that it named last. */
function useLastZone(key: string, named: string | undefined): string | undefined {
  useEffect(() => {
    if (named !== undefined && named !== lastZones.get()[key])
      lastZones.set({ ...lastZones.get(), [key]: named })
  }, [key, named])
  const last = lastZones.get()[key]
  return named ?? (typeof last === 'string' ? last : undefined)
}

/** Query key prefix of what names the user's time zone. */
export const TIME_ZONE_KEY = ['get', ME]
