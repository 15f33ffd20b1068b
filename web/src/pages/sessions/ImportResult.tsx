import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { summary } from './importSummary'
import type { Added } from './sessionsApi'

type Props = { added: Added; onClose: () => void }

/** Result of an import. Stays open until it is closed, as an import may take long. */
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
