import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { Added } from './sessionsApi'
import { summary } from './importSummary'

type Props = { added: Added; onClose: () => void }

/** What became of the sessions that were just sent. Stays until it is closed: it may be long after the click. */
export function ImportResult({ added, onClose }: Props) {
  const warn = added.invalid > 0 || added.added === 0
  return (
    <Alert
      variant="default"
      icon={warn ? <IconAlertTriangle color="var(--cm-warning)" /> : <IconCheck color="var(--cm-good)" />}
      title={added.added > 0 ? 'Sessions added' : 'No new sessions'}
      mb="md"
      role="status"
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={onClose}
    >
      {summary(added)}
    </Alert>
  )
}
