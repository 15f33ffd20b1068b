import { Button, Code, Modal, Text } from '@mantine/core'
import { DialogActions } from '@/components/Dialogs'
import { toast } from '@/util/toast'
import { formatConfig, type ConfigDocument } from './config'
import { usePlatformConfig, useSavePlatformConfig, type ConfigRevision } from './configQueries'

type Props = { change: ConfigRevision | undefined; onClose: () => void }

/** Shows the contents of a revision's layer, with a button to restore it. Open while a revision is selected. */
export function RevisionDialog({ change, onClose }: Props) {
  const config = usePlatformConfig()
  const { save, busy } = useSavePlatformConfig({
    revision: config.data?.revision ?? 0,
    onSaved: onClose,
    onRefused: (why) => toast.error(why),
  })
  const mayChange = config.data !== undefined && config.data.managed == null
  const isCurrent = change !== undefined && formatConfig(change.document) === formatConfig(config.data?.own)
  return (
    <Modal
      opened={change !== undefined}
      onClose={onClose}
      title={change && `Revision ${change.revision}`}
      centered
      size="lg"
    >
      {change && (
        <>
          <Text fz="sm" c="dimmed" mb="sm">
            {change.layer === 'admin'
              ? 'All overrides set by admins as of this revision. Going back creates a new revision with the same content.'
              : 'All values discovered in platform scripts at that time. Admin overrides take precedence.'}
          </Text>
          <Code block mah={360} tabIndex={0} aria-label={`Content of revision ${change.revision}`}>
            {formatConfig(change.document)}
          </Code>
          {change.layer === 'admin' && mayChange && !isCurrent && (
            <DialogActions onCancel={onClose} cancelFirst>
              <Button
                loading={busy}
                onClick={() => save(change.document as ConfigDocument, `Back to revision ${change.revision}`)}
              >
                Go back to revision {change.revision}
              </Button>
            </DialogActions>
          )}
        </>
      )}
    </Modal>
  )
}
