import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { api } from '@/api/client'
import { ApiError } from '@/api/errors'
import { POLL } from '@/util/constants'
import { storageAlert } from './storageAlert'

/** Warns admins on every screen that the database's disk is full or nearly full. */
export function StorageBanner() {
  const { data, error } = api.useQuery('get', '/api/admin/storage', undefined, {
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
