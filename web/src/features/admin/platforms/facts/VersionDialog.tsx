import { Button, Code, Modal, Text } from '@mantine/core'
import { DialogActions } from '@/shared/dialogs/DialogActions'
import { toast } from '@/shared/lib/toast'
import { printFacts, type Facts } from './facts'
import { useFacts, useSaveFacts, type FactsChange } from './queries'

type Props = { change: FactsChange | undefined; onClose: () => void }

/** What a version says of its layer, and the way back to it. Open while there is one. */
export function VersionDialog({ change, onClose }: Props) {
  const facts = useFacts()
  const { save, busy } = useSaveFacts({
    version: facts.data?.version ?? 0,
    onSaved: onClose,
    onRefused: (why) => toast.error(why),
  })
  const mayChange = facts.data !== undefined && facts.data.managed == null
  const holds = change !== undefined && printFacts(change.document) === printFacts(facts.data?.own)
  return (
    <Modal
      opened={change !== undefined}
      onClose={onClose}
      title={change && `Version ${change.version}`}
      centered
      size="lg"
    >
      {change && (
        <>
          <Text fz="sm" c="dimmed" mb="sm">
            {change.layer === 'admin'
              ? 'All that admins said from then on. Going back makes a new version with the same content.'
              : 'All that was found in the platforms’ scripts by then. What admins say goes before it.'}
          </Text>
          <Code block mah={360} tabIndex={0} aria-label={`Content of version ${change.version}`}>
            {printFacts(change.document)}
          </Code>
          {change.layer === 'admin' && mayChange && !holds && (
            <DialogActions onCancel={onClose} cancelFirst>
              <Button
                loading={busy}
                onClick={() => save(change.document as Facts, `Back to version ${change.version}`)}
              >
                Go back to version {change.version}
              </Button>
            </DialogActions>
          )}
        </>
      )}
    </Modal>
  )
}
