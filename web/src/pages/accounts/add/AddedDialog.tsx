import { Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconEqual } from '@tabler/icons-react'
import { Modal } from '@/components/dialogs/Overlays'
import { isRejected, rejectedFirst, type Added } from '@/pages/accounts/model'
import classes from './AddedDialog.module.css'

type Props = {
  opened: boolean
  title: string
  added: Added | undefined
  /** Receives the rejected entries, to be corrected and submitted again. */
  onEdit: (rejected: string[]) => void
  onClose: () => void
}

/** Shows the result of each entry of a submitted list. */
export function AddedDialog({ opened, title, added, onEdit, onClose }: Props) {
  const rejected = added?.results.filter(isRejected).map(({ name }) => name) ?? []
  return (
    <Modal opened={opened} onClose={onClose} title={title} centered size="lg">
      {added && (
        <>
          <Text fz="sm" mb="sm" role="status">
            {added.message}
          </Text>
          <ResultList label="Results" results={rejectedFirst(added.results)} />
        </>
      )}
      <Group justify="flex-end" mt="lg" gap="sm">
        {rejected.length > 0 && (
          <Button variant="default" onClick={() => onEdit(rejected)}>
            Edit rejected
          </Button>
        )}
        <Button data-autofocus onClick={onClose}>
          Done
        </Button>
      </Group>
    </Modal>
  )
}

/** Result of one entry: added, skipped because it existed, or rejected. */
export type RowResult = { name: string; outcome: 'done' | 'known' | 'failed'; text: string }

type ResultListProps = { label: string; results: RowResult[] }

const OUTCOME_ICONS = { done: IconCheck, known: IconEqual, failed: IconAlertTriangle }

/** Shows the results of the entries. */
function ResultList({ label, results }: ResultListProps) {
  return (
    // A long list scrolls; without a pointer, scrolling requires focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ul className={classes.list} aria-label={label} tabIndex={0}>
      {results.map(({ name, outcome, text }, index) => {
        const Icon = OUTCOME_ICONS[outcome]
        return (
          // The same entry may occur twice.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className={classes.row} data-outcome={outcome}>
            <Icon size={16} stroke={1.75} aria-hidden className={classes.icon} />
            <span className={classes.name}>{name}</span>
            <span className={classes.text}>{text}</span>
          </li>
        )
      })}
    </ul>
  )
}
