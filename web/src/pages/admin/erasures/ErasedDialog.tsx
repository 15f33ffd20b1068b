import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { Schema } from '@/api/types'
import { formatExact } from '@/util/format'
import classes from './ErasedDialog.module.css'

type Erased = Schema<'ErasedHandle'>
type Props = { erased: Erased | undefined; onClose: () => void }

const COUNTS: [label: string, count: (erased: Erased) => number][] = [
  ['Accounts', ({ accounts }) => accounts],
  ['Client groups that tracked them', ({ groups }) => groups.length],
  ['Posts and videos', ({ items }) => items],
  ['Measurements', ({ measurements }) => measurements],
  ['Captions that mentioned them', ({ captions }) => captions],
  ['Audit log entries', ({ audit_entries }) => audit_entries],
]

/** Shows what was erased and where the handle is still configured outside the dashboard. Open while there is a result. */
export function ErasedDialog({ erased, onClose }: Props) {
  return (
    <Modal opened={erased !== undefined} onClose={onClose} title="Erased" centered>
      {erased && (
        <Stack gap="md">
          <dl className={classes.counts}>
            {COUNTS.map(([label, count]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{formatExact(count(erased))}</dd>
              </div>
            ))}
          </dl>
          {erased.managed_elsewhere.length > 0 && (
            <>
              <Text fz="sm">
                The handle is still configured outside the dashboard, but this has no effect. Delete it there:
              </Text>
              <ul className={classes.elsewhere}>
                {erased.managed_elsewhere.map(({ group, resource, managed_by }) => (
                  <li key={`${group} ${resource}`}>
                    {resource ?? 'An unnamed resource'} of {group} (by {managed_by})
                  </li>
                ))}
              </ul>
            </>
          )}
          <Group justify="flex-end">
            <Button data-autofocus onClick={onClose}>
              Done
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
