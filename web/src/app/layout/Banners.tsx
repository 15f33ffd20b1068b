import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconDatabaseOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { api } from '@/api/client'
import { connection } from '@/api/connection'
import { ApiError } from '@/api/errors'
import { useIsAdmin } from '@/api/session'
import { POLL } from '@/util/constants'
import { storageAlert } from './storageAlert'

/** Shows on every screen that the server or its database is unavailable, polls until it is back, then reloads failed queries. */
export function ConnectionBanner() {
  const queries = useQueryClient()
  const outage = useSyncExternalStore(connection.subscribe, connection.outage)
  // Unlike lists, the current user is never served without the database.
  const { dataUpdatedAt } = api.useQuery('get', '/api/auth/me', undefined, {
    enabled: outage !== undefined,
    refetchInterval: POLL.connection,
    retry: false,
  })
  const restored = outage !== undefined && dataUpdatedAt > outage.since
  useEffect(() => {
    if (!restored) return
    connection.restored()
    void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  }, [restored, queries])
  if (outage === undefined) return null
  return (
    <Alert
      color="red"
      icon={<IconDatabaseOff />}
      title="Nothing can be loaded right now"
      mb="md"
      role="alert"
    >
      {outage.text} Numbers on screen are the last known ones. This page reconnects automatically.
    </Alert>
  )
}

/** Warns admins on every screen that the database's disk is full or nearly full. */
export function StorageBanner() {
  const { data, error } = api.useQuery('get', '/api/admin/storage', undefined, {
    enabled: useIsAdmin(),
    refetchInterval: POLL.storage,
  })
  const alert = storageAlert(data, error instanceof ApiError ? error : undefined)
  if (alert === undefined) return null
  return (
    <Alert
      {...(alert.refuses ? { color: 'red' } : { variant: 'default' })}
      icon={<IconAlertTriangle color={alert.refuses ? undefined : 'var(--cm-warning)'} />}
      title={alert.title}
      mb="md"
      role="alert"
    >
      {alert.text}
    </Alert>
  )
}
