import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { errorMessage } from '@/api/errors'
import { ERROR } from '@/util/messages'

type Props = { error: unknown; onRetry: () => void; stale?: boolean }

/** Error with a retry button; `stale` if older data is still on screen. */
export function LoadError({ error, onRetry, stale = false }: Props) {
  return (
    <Alert color="red" icon={<IconAlertCircle />} mb="md">
      <Group justify="space-between">
        <Text>
          {errorMessage(error, error instanceof TypeError ? ERROR.offline : ERROR.load)}
          {stale && ' Showing the last known numbers.'}
        </Text>
        <Button variant="default" size="xs" onClick={onRetry}>
          Retry
        </Button>
      </Group>
    </Alert>
  )
}
