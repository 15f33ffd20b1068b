import { Alert } from '@mantine/core'
import { IconDatabaseOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { api } from '@/api/client'
import { connection } from '@/api/connection'
import { POLL } from '@/util/constants'

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
