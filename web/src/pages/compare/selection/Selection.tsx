import { Alert, Group } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useRef } from 'react'
import { useIsAdmin } from '@/api/session'
import { Panel } from '@/components/layout/Panel'
import { SegmentedFilter } from '@/components/forms/SegmentedFilter'
import type { Subject } from '@/util/metrics/compare'
import { ChoiceField } from './ChoiceField'
import type { Choice } from '@/util/choices'
import { Chips } from './Chips'

const SUBJECTS = [
  { value: 'accounts', label: 'Accounts' },
  { value: 'groups', label: 'Groups' },
] as const

type Props = {
  subject: Subject
  known: readonly Choice[]
  /** IDs of the selection, also of those that are not read yet. */
  ids: readonly number[]
  notes: ReadonlyMap<number, string> | undefined
  /** What the address contains that is not shown. */
  notices: readonly string[]
  onChoose: (subject: Subject, ids: readonly number[]) => void
}

/** Chooses what is compared. */
export function Selection({ subject, known, ids, notes, notices, onChoose }: Props) {
  const admin = useIsAdmin()
  const input = useRef<HTMLInputElement>(null)
  return (
    <Panel mb="md" aria-label="Selection">
      <Group gap="sm">
        {admin && (
          <SegmentedFilter
            label="Compare"
            options={SUBJECTS}
            value={subject}
            onChange={(next) => onChoose(next, [])}
          />
        )}
        <ChoiceField
          key={subject}
          subject={subject}
          chosen={ids}
          onChoose={({ id }) => onChoose(subject, [...ids, id])}
          inputRef={input}
        />
      </Group>
      {notices.length > 0 && (
        <Alert
          color="yellow"
          mt="md"
          role="status"
          icon={<IconInfoCircle />}
          withCloseButton
          closeButtonLabel="Dismiss"
          onClose={() => onChoose(subject, ids)}
        >
          {notices.map((notice) => (
            <div key={notice}>{notice}</div>
          ))}
        </Alert>
      )}
      {known.length > 0 && (
        <Chips
          choices={known}
          label={subject === 'accounts' ? 'Compared accounts' : 'Compared groups'}
          notes={notes}
          onRemove={(removed, byKeyboard) => {
            onChoose(
              subject,
              ids.filter((id) => id !== removed),
            )
            // On a phone, the focus would open the keyboard.
            if (byKeyboard) input.current?.focus()
          }}
        />
      )}
    </Panel>
  )
}
