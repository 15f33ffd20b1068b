import { Group, Skeleton, Text } from '@mantine/core'
import { useId, type Ref } from 'react'
import { useSearchText } from '@/components/forms/search/useSearchText'
import { useFound } from '@/pages/compare/queries'
import type { Choice } from '@/util/choices'
import { MAX_COMPARED, type Subject } from '@/util/metrics/compare'
import { onDemand } from '@/util/onDemand'
import classes from './ChoiceField.module.css'

// The screen's only combobox, which would be loaded before the chart.
const SearchField = onDemand(
  () => import('@/components/forms/search/SearchField').then((file) => file.SearchField),
  <Skeleton className={`${classes.input} ${classes.loading}`} role="status" aria-label="Loading" />,
)

const WORDS = {
  accounts: { one: 'account', many: 'accounts', label: 'Add an account' },
  groups: { one: 'group', many: 'groups', label: 'Add a group' },
} as const

type Props = {
  subject: Subject
  /** IDs of the selected accounts or groups. */
  chosen: readonly number[]
  onChoose: (choice: Choice) => void
  inputRef: Ref<HTMLInputElement>
}

/** Adds an account or group that is found by a part of its name. Says so when no more can be added. */
export function ChoiceField({ subject, chosen, onChoose, inputRef }: Props) {
  const count = useId()
  const text = useSearchText()
  const found = useFound(subject, text.searched)
  const full = chosen.length >= MAX_COMPARED
  return (
    <Group gap="sm" className={classes.field ?? ''}>
      <SearchField
        label={WORDS[subject].label}
        words={WORDS[subject]}
        text={text}
        found={found}
        isChosen={({ id }) => chosen.includes(id)}
        onChoose={onChoose}
        full={full}
        describedBy={count}
        className={classes.input}
        inputRef={inputRef}
      />
      <Text id={count} fz="sm" c="dimmed" role="status">
        {full
          ? `You can compare up to ${MAX_COMPARED} ${subject}. Remove one to add another.`
          : `${chosen.length} of ${MAX_COMPARED} selected`}
      </Text>
    </Group>
  )
}
