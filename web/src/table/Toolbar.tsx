import { CloseButton, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react'
import { DayInput } from '@/components/forms/DayInput'
import { DELAY } from '@/util/constants'
import { presetOf, type NamedDays } from '@/util/time/period'
import { daysText } from '@/util/time/timeZone'
import { inOrder, type DayRange } from '@/util/url/urlParams'
import type { Sort } from './sort'
import classes from './Toolbar.module.css'

type Props = { label: string; children: ReactNode }

/** Places search and filters on the left, and actions for the whole content on the right. */
export function Toolbar({ label, children }: Props) {
  return (
    <div role="group" aria-label={label} className={classes.toolbar}>
      {children}
    </div>
  )
}

/** Maximum length that the server accepts. */
const MAX_QUERY = 100

type SearchBoxProps = {
  label: string
  value: string
  onChange: (value: string) => void
  /** Gets the focus when the user presses `/`. */
  shortcut?: boolean
}

/** Applies the text when typing pauses. */
export function SearchBox({ label, value, onChange, shortcut = false }: SearchBoxProps) {
  const [text, setText] = useState(value)
  // The last query from this box: any other value came from elsewhere, for example from the back button.
  const submitted = useRef(value)
  const submit = (next: string) => {
    submitted.current = next.trim()
    onChange(next.trim())
  }
  const submitSoon = useDebouncedCallback(submit, DELAY.typing)
  useEffect(() => {
    if (value === submitted.current) return
    submitted.current = value
    // The text that was typed before is no longer in the box.
    submitSoon.cancel()
    setText(value)
  }, [value, submitSoon])
  const type = (next: string) => {
    setText(next)
    submitSoon(next)
  }
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      maxLength={MAX_QUERY}
      data-search={shortcut || undefined}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      rightSection={
        text !== '' && (
          <CloseButton size="sm" aria-label={`Clear ${label.toLowerCase()}`} onClick={() => type('')} />
        )
      }
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onKeyDown={({ key }) => key === 'Enter' && submitSoon.flush()}
    />
  )
}

type DateRangeProps = {
  label: string
  value: DayRange
  /** Ranges with a name. The days are then shown for any other range only. */
  presets?: readonly NamedDays[]
  /** The name by which the range was chosen. */
  chosen?: string
  /** `chosen` is the name of the range; empty if it has none. */
  onChange: (change: Partial<DayRange>, chosen: NamedDays['name'] | '') => void
}

const CUSTOM = 'custom'

/** Asks for the first and last day of a range; either may be empty. Swaps reversed days when the focus leaves the field. */
export function DateRange({ label, value: { from, to }, presets, chosen = '', onChange }: DateRangeProps) {
  // The days stay while one of them is edited, even if they have a name or there are none.
  const [custom, setCustom] = useState(false)
  const name = custom ? CUSTOM : nameOf({ from, to }, presets ?? [], chosen)
  const [inside, setInside] = useState(false)
  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (currentTarget.contains(relatedTarget)) return
    setInside(false)
    // From here on, the days decide: without any, for example after the filters were cleared, the range is no longer custom.
    setCustom(false)
  }
  // Not while typing: a year is typed digit by digit. The last day may arrive after the focus has left.
  useEffect(() => {
    const ordered = inOrder({ from, to })
    if (!inside && ordered.from !== from) onChange(ordered, '')
    // The function differs in each rendering.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps
  }, [inside, from, to])
  return (
    // Follows the focus of the inputs inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset className={classes.range} title={daysText()} onFocus={() => setInside(true)} onBlur={leave}>
      <legend className={classes.legend}>{label}</legend>
      {presets && (
        <NativeSelect
          aria-label={`${label} in`}
          data={[
            { value: '', label: 'Any time' },
            ...presets.map((preset) => ({ value: preset.name, label: preset.label })),
            { value: CUSTOM, label: 'Custom' },
          ]}
          value={name}
          onChange={({ currentTarget }) => {
            setCustom(currentTarget.value === CUSTOM)
            if (currentTarget.value === CUSTOM) return
            const preset = presets.find((one) => one.name === currentTarget.value)
            onChange({ from: preset?.from ?? '', to: preset?.to ?? '' }, preset?.name ?? '')
          }}
        />
      )}
      {(presets === undefined || name === CUSTOM) && (
        <>
          <DayInput
            className={classes.day}
            label={`${label} from`}
            day={from}
            onFocus={() => setCustom(true)}
            onChange={(day) => onChange({ from: day }, '')}
          />
          <span aria-hidden>–</span>
          <DayInput
            className={classes.day}
            label={`${label} to`}
            day={to}
            onFocus={() => setCustom(true)}
            onChange={(day) => onChange({ to: day }, '')}
          />
        </>
      )}
    </fieldset>
  )
}

function nameOf({ from, to }: DayRange, presets: readonly NamedDays[], chosen: string): string {
  if (from === '' && to === '') return ''
  return presetOf(presets, { from, to }, chosen)?.name ?? CUSTOM
}

type Sortable = {
  title: string
  sort?: string
  /** Names of the descending and the ascending order. */
  ends?: readonly [string, string]
}

type SortSelectProps = {
  columns: readonly Sortable[]
  /** Label of the server's default order. */
  usual: string
  sort: Sort | undefined
  onSort: (sort: Sort | undefined) => void
}

/** Sorts a list of cards, which has no column headers to click. */
export function SortSelect({ columns, usual, sort, onSort }: SortSelectProps) {
  const options = columns.flatMap(
    ({ title, sort: by, ends: [high, low] = ['high to low', 'low to high'] }) =>
      by === undefined
        ? []
        : [
            { value: `${by} desc`, label: `${title}: ${high}` },
            { value: `${by} asc`, label: `${title}: ${low}` },
          ],
  )
  return (
    <NativeSelect
      aria-label="Order"
      data={[{ value: '', label: usual }, ...options]}
      value={sort ? `${sort.by} ${sort.order}` : ''}
      onChange={({ currentTarget: { value } }) => {
        const [by, order] = value.split(' ')
        onSort(by ? { by, order: order === 'asc' ? 'asc' : 'desc' } : undefined)
      }}
    />
  )
}
