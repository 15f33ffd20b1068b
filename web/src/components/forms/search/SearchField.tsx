import { Combobox, TextInput, useCombobox } from '@mantine/core'
import '@mantine/core/styles/Combobox.layer.css'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { errorMessage } from '@/api/errors'
import { matching, type Choice, type Found } from '@/util/choices'
import { capitalize, formatExact } from '@/util/format'
import { ERROR } from '@/util/messages'
import { PLATFORMS } from '@/util/platform'
import type { SearchText } from './useSearchText'
import classes from './SearchField.module.css'

/** Options that are listed at once. */
const LISTED = 50

/** Value of the option that chooses the typed text; those of the others are IDs. */
const TYPED = 'typed'

type Props = {
  /** Accessible name, and placeholder. */
  label: string
  /** What is found. */
  words: { one: string; many: string }
  text: SearchText
  /** What the last search found. */
  found: Found
  isChosen: (choice: Choice) => boolean
  onChoose: (choice: Choice) => void
  /** An option that chooses the text itself. It is also chosen when the field loses the focus. */
  typed?: { label: string; onChoose: () => void } | undefined
  /** No more can be chosen. */
  full: boolean
  /** A choice closes the list, which would cover the result; typing, a click or an arrow key opens it again. */
  closes?: boolean
  icon?: ReactNode
  describedBy?: string
  className?: string | undefined
  /** Width of the list, if not that of the field. */
  listWidth?: number
  /** Longest text. */
  maxLength?: number
  inputRef: Ref<HTMLInputElement>
}

/** Chooses accounts or groups, one after the other, that are found by a part of their name. */
export function SearchField({
  label,
  words: { one, many },
  text: { text, setText, isSearched, search },
  found: { data, waiting, error },
  isChosen,
  onChoose,
  typed,
  full,
  closes = false,
  icon,
  describedBy,
  className,
  listWidth,
  maxLength,
  inputRef,
}: Props) {
  /** Whether Enter was pressed before the search was answered. */
  const [entered, setEntered] = useState(false)
  /** Whether no arrow key was pressed since the text changed. */
  const fresh = useRef(false)
  const combobox = useCombobox({
    defaultOpened: text !== '',
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setEntered(false)
    },
  })
  const failed = error != null
  const searching = !failed && (data === undefined || waiting || !isSearched)
  // Until the server has answered, those among the last ones.
  const found = matching(data?.choices ?? [], text).filter((choice) => !isChosen(choice))
  const more = data === undefined ? 0 : data.total - data.choices.length + Math.max(found.length - LISTED, 0)
  const first = found[0]?.id ?? (typed && TYPED)
  const { dropdownOpened, selectFirstOption, clickSelectedOption, closeDropdown } = combobox
  // Enter adds the first match: which it is, is known once the search is answered.
  useEffect(() => {
    if (!dropdownOpened || text === '' || first === undefined || searching) return
    selectFirstOption()
    if (entered && !failed) clickSelectedOption()
  }, [dropdownOpened, text, first, searching, entered, failed, selectFirstOption, clickSelectedOption])
  useEffect(() => {
    if (full) closeDropdown()
  }, [full, closeDropdown])
  const type = (value: string) => {
    setText(value)
    setEntered(false)
    fresh.current = true
    combobox.resetSelectedOption()
  }
  const choose = (value: string) => {
    const choice = found.find(({ id }) => String(id) === value)
    type('')
    if (closes) closeDropdown()
    if (value === TYPED) typed?.onChoose()
    else if (choice) onChoose(choice)
  }
  const chooseTyped = () => {
    type('')
    typed?.onChoose()
  }
  /** The first arrow down moves to the first option, also if that is marked already as the one that Enter chooses. */
  const arrow = ({ key, nativeEvent }: KeyboardEvent) => {
    if ((key !== 'ArrowDown' && key !== 'ArrowUp') || nativeEvent.isComposing) return
    if (key === 'ArrowDown' && fresh.current) combobox.resetSelectedOption()
    fresh.current = false
  }
  const enter = ({ key, nativeEvent }: KeyboardEvent) => {
    const marked = combobox.getSelectedOptionIndex() !== -1
    if (key !== 'Enter' || nativeEvent.isComposing || text === '') return
    if (!dropdownOpened) {
      if (typed) chooseTyped()
    } else if (!marked && searching) {
      search()
      setEntered(true)
    }
  }
  return (
    // In place: outside of the page's landmarks, the list would not be found there.
    <Combobox
      store={combobox}
      onOptionSubmit={choose}
      withinPortal={false}
      readOnly={full}
      {...(listWidth !== undefined && { width: listWidth, position: 'bottom-start' })}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          ref={inputRef}
          className={className ?? ''}
          aria-label={label}
          aria-describedby={describedBy}
          placeholder={full ? '' : label}
          leftSection={icon ?? <IconSearch size={16} stroke={1.75} aria-hidden />}
          value={text}
          readOnly={full}
          {...(maxLength !== undefined && { maxLength })}
          onChange={({ currentTarget: { value } }) => {
            type(value)
            combobox.openDropdown()
          }}
          onKeyDown={(event) => {
            arrow(event)
            enter(event)
          }}
          onClick={() => !full && combobox.openDropdown()}
          onBlur={() => {
            combobox.closeDropdown()
            chooseTyped()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options className={classes.options ?? ''} aria-label={capitalize(many)}>
          {found.slice(0, LISTED).map((choice) => (
            <Combobox.Option key={choice.id} value={String(choice.id)} className={classes.option ?? ''}>
              <Option choice={choice} />
            </Combobox.Option>
          ))}
          {found.length === 0 && (!typed || searching || failed) && (
            // A list needs an option to be announced.
            <Combobox.Option value="" disabled className={classes.none ?? ''}>
              {noneText()}
            </Combobox.Option>
          )}
          {typed && (
            <Combobox.Option value={TYPED} className={`${classes.option} ${classes.typed}`}>
              <span className={classes.name}>{typed.label}</span>
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
  )

  function noneText(): string {
    if (searching) return 'Searching…'
    if (failed) return errorMessage(error, ERROR.load)
    if (text !== '') return `No other ${one} matches`
    return data?.total === 0 ? `No ${many} yet` : `All ${many} are selected`
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
