import { Combobox, Group, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useState, type KeyboardEvent, type Ref } from 'react'
import { errorMessage } from '@/api/errors'
import { MAX_COMPARED, type Subject } from '@/util/metrics/compare'
import { DELAY } from '@/util/constants'
import { capitalize, formatExact } from '@/util/format'
import { ERROR } from '@/util/messages'
import { PLATFORMS } from '@/util/platform'
import { matching, type Choice } from './choices'
import { useFound } from '@/pages/compare/queries'
import '@mantine/core/styles/Combobox.layer.css'
import classes from './ChoiceField.module.css'

/** Options that are listed at once. */
const LISTED = 50

const WORDS = {
  accounts: { one: 'account', label: 'Add an account' },
  groups: { one: 'group', label: 'Add a group' },
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
  const [text, setText] = useState('')
  /** Whether Enter was pressed before the search was answered. */
  const [entered, setEntered] = useState(false)
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setEntered(false)
    },
  })
  const { one, label } = WORDS[subject]
  const count = useId()
  const [searched, , { flush: search }] = useDebouncedValue(text, DELAY.typing)
  const { data, waiting, error } = useFound(subject, searched.trim())
  const searching = error == null && (data === undefined || waiting || searched !== text)
  // Until the server has answered, those among the last ones.
  const found = matching(data?.choices ?? [], text).filter(({ id }) => !chosen.includes(id))
  const more = data === undefined ? 0 : data.total - data.choices.length + Math.max(found.length - LISTED, 0)
  const first = found[0]?.id
  const full = chosen.length >= MAX_COMPARED
  const failed = error != null
  const { selectFirstOption, clickSelectedOption, closeDropdown } = combobox
  // Enter adds the first match: which it is, is known once the search is answered.
  useEffect(() => {
    if (text === '' || first === undefined || searching) return
    selectFirstOption()
    if (entered && !failed) clickSelectedOption()
  }, [text, first, searching, entered, failed, selectFirstOption, clickSelectedOption])
  useEffect(() => {
    if (full) closeDropdown()
  }, [full, closeDropdown])
  const type = (value: string) => {
    setText(value)
    setEntered(false)
    combobox.resetSelectedOption()
  }
  const add = (choice: Choice | undefined) => {
    type('')
    if (choice) onChoose(choice)
  }
  const enter = ({ key, nativeEvent }: KeyboardEvent) => {
    const marked = combobox.getSelectedOptionIndex() !== -1
    if (key !== 'Enter' || nativeEvent.isComposing || marked || text === '' || !searching) return
    search()
    setEntered(true)
  }
  return (
    <Group gap="sm" className={classes.field ?? ''}>
      {/* In place: outside of the page's landmarks, the list would not be found there. */}
      <Combobox
        store={combobox}
        onOptionSubmit={(value) => add(found.find(({ id }) => String(id) === value))}
        withinPortal={false}
        readOnly={full}
      >
        <Combobox.Target withExpandedAttribute>
          <TextInput
            ref={inputRef}
            className={classes.input ?? ''}
            aria-label={label}
            aria-describedby={count}
            placeholder={full ? '' : label}
            leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
            value={text}
            readOnly={full}
            onChange={({ currentTarget: { value } }) => {
              type(value)
              combobox.openDropdown()
            }}
            onKeyDown={enter}
            onClick={() => !full && combobox.openDropdown()}
            onBlur={() => {
              combobox.closeDropdown()
              setText('')
            }}
          />
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Options className={classes.options ?? ''} aria-label={capitalize(subject)}>
            {found.slice(0, LISTED).map((choice) => (
              <Combobox.Option key={choice.id} value={String(choice.id)} className={classes.option ?? ''}>
                <Option choice={choice} />
              </Combobox.Option>
            ))}
            {found.length === 0 && (
              // A list needs an option to be announced.
              <Combobox.Option value="" disabled className={classes.none ?? ''}>
                {noneText()}
              </Combobox.Option>
            )}
          </Combobox.Options>
          {more > 0 && !searching && (
            <Combobox.Footer className={classes.more ?? ''}>
              {formatExact(more)} more: type a part of the name
            </Combobox.Footer>
          )}
        </Combobox.Dropdown>
      </Combobox>
      <Text id={count} fz="sm" c="dimmed" role="status">
        {full
          ? `${MAX_COMPARED} ${subject} are the most. Remove one to add another.`
          : `${chosen.length} of ${MAX_COMPARED} selected`}
      </Text>
    </Group>
  )

  function noneText(): string {
    if (searching) return 'Searching…'
    if (error != null) return errorMessage(error, ERROR.load)
    return text === '' ? `All ${subject} are selected` : `No other ${one} matches`
  }
}

function Option({ choice: { name, platform, group } }: { choice: Choice }) {
  const Icon = platform && PLATFORMS[platform].icon
  return (
    <>
      {Icon && <Icon size={16} stroke={1.75} role="img" aria-label={PLATFORMS[platform].name} />}
      <span className={classes.name}>{name}</span>
      {group !== undefined && <span className={classes.group}>{group}</span>}
    </>
  )
}
