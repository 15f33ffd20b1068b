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
 * group, or else of the installation. Undefined for a group whose zone is not known yet. What shows times must be rendered again when
 * it changes; data are read again if it is not because of another group.
 */
export function useTimeZone(groupId: number | undefined): string | undefined {
  const user = useSession()?.user.id ?? 0
  const own = useLastZone(user, useMe()?.time_zone)
  const common = own ?? UTC
  const { zone: ofGroup, isFetched } = useZoneOfGroup(groupId, common)
  const known = groupId === undefined ? own : ofGroup
  const queries = useQueryClient()
  const before = useRef({ known, groupId })
  useEffect(() => {
    const { current } = before
    before.current = { known, groupId }
    const isChanged = current.known !== undefined && current.known !== known
    if (current.groupId === groupId && isChanged) void queries.invalidateQueries()
  }, [queries, known, groupId])
  return known ?? (groupId === undefined || isFetched ? common : undefined)
}

/** Returns the zone in which the days of a group are shown, and whether reading it has ended, even with an error. */
function useZoneOfGroup(groupId: number | undefined, common: string) {
  const { data, isFetched } = api.useQuery('get', '/api/groups', undefined, {
    enabled: groupId !== undefined,
    refetchInterval: ({ state }) => {
      const group = state.data?.groups.find(({ id }) => id === groupId)
      const isChanging = group !== undefined && group.days_zone !== (group.time_zone ?? common)
      return isChanging ? POLL.daysPending : POLL.timeZone
    },
  })
  const named = data?.groups.find(({ id }) => id === groupId)?.days_zone
  const zone = useLastZone(groupId === undefined ? undefined : `group ${groupId}`, named)
  return { zone, isFetched }
}

/** Stores the zone that the server names for a user, by ID, or for a group. */
export function storeZone(key: number | string, zone: string): void {
  if (lastZones.get()[key] !== zone) lastZones.set({ ...lastZones.get(), [key]: zone })
}

/** Returns the zone that the server names, or else the one that it named last. */
function useLastZone(key: number | string | undefined, named: string | undefined): string | undefined {
  useEffect(() => {
    if (key !== undefined && named !== undefined) storeZone(key, named)
  }, [key, named])
  const last = key === undefined ? undefined : lastZones.get()[key]
  return named ?? (typeof last === 'string' ? last : undefined)
}

/** Query key prefix of what names the user's time zone. */
export const TIME_ZONE_KEY = ['get', ME]
