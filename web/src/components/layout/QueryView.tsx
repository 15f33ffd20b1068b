import { Alert, Box, Button, Center, Group, Loader, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react'
import { connection, outageText } from '@/api/connection'
import { ApiError, errorMessage } from '@/api/errors'
import { errorShown } from '@/api/shownErrors'
import { ERROR } from '@/util/messages'
import { useLoadFailure } from './loadFailures'

type Query<Data> = { data: Data | undefined; error: unknown; refetch: () => unknown }
type Props<Data> = { query: Query<Data>; loading: ReactNode; children: (data: Data) => ReactNode }

/** Renders a query: a loading state, an error (with the last loaded data), or the data. */
export function QueryView<Data>({ query, loading, children }: Props<Data>) {
  const { data, error, refetch } = query
  const outage = useSyncExternalStore(connection.subscribe, connection.outage)
  // During an outage, one banner above the page speaks for all queries and reloads them.
  const own = error != null && !(outage !== undefined && outageText(error) !== undefined)
  return (
    <>
      {own && <LoadError error={error} stale={data !== undefined} onRetry={() => void refetch()} />}
      {data === undefined ? error == null && loading : children(data)}
    </>
  )
}

type OutdatedProps = { waiting: boolean; children: ReactNode }

/** Dims data of the previous selection while those of the current one are loading. */
export function Outdated({ waiting, children }: OutdatedProps) {
  return (
    <Box aria-busy={waiting} opacity={waiting ? 0.5 : 1}>
      {children}
    </Box>
  )
}

type LoadErrorProps = { error: unknown; onRetry: () => void; stale?: boolean }

/**
 * Shows an error with a retry button; `stale` if older data is still on screen. Of equal errors on a page, only the first has the
 * text and the button, which repeats all of them.
 */
function LoadError({ error, onRetry, stale = false }: LoadErrorProps) {
  const place = useRef<HTMLDivElement>(null)
  const text = errorMessage(error, ERROR.load)
  useEffect(() => errorShown(error), [error])
  const { isFirst, anyStale, retryAll } = useLoadFailure(place, { text, stale, onRetry })
  return (
    <div ref={place}>
      {isFirst ? (
        <Alert color="red" icon={<IconAlertCircle />} mb="md">
          <Group justify="space-between">
            <Text>
              {text}
              {anyStale && ' Showing the last known numbers.'}
              {error instanceof ApiError && error.status === 500 && error.requestId && (
                <>
                  <br />
                  Request ID for your admin: {error.requestId}
                </>
              )}
            </Text>
            <Button variant="default" size="xs" onClick={retryAll}>
              Retry
            </Button>
          </Group>
        </Alert>
      ) : (
        !stale && (
          <Text c="dimmed" fz="sm" py="sm">
            Not loaded
          </Text>
        )
      )}
    </div>
  )
}

export function Spinner() {
  return (
    <Center py="xl" role="status" aria-label="Loading">
      <Loader />
    </Center>
  )
}

type EmptyStateProps = { title: string; hint?: string; action?: ReactNode }

/** Takes the place of an empty list, with the action that adds the first entry. */
export function EmptyState({ title, hint, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py="xl" ta="center">
      <Text fw={600}>{title}</Text>
      {hint && (
        <Text c="dimmed" maw={420}>
          {hint}
        </Text>
      )}
      {action}
    </Stack>
  )
}
