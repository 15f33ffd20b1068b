import { Button, Select, Stack } from '@mantine/core'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import { useMemo, useState, type ReactNode } from 'react'
import { browserZone, matches, notAZone, zoneLabel, zonesWith, zoneTyped, type ZoneOption } from './timeZones'
import classes from './TimeZoneField.module.css'

type Props = {
  /** Undefined while what was typed is no zone. */
  value: string | undefined
  onChange: (zone: string | undefined) => void
  description: string
  /** Label of the empty value, if the field may be left blank. */
  blank?: string
  /** Names the field in its form. */
  'data-path'?: string
  /** Shown below the field. */
  children?: ReactNode
}

/** Value of no option: for null, the field would delete what was typed. */
const NO_ZONE = '?'

/** Selects the zone of days. Its options are found by a part of their name or by their offset. */
export function TimeZoneField({ value, onChange, description, blank, children, ...rest }: Props) {
  const [now] = useState(Date.now)
  const options = useMemo(
    () => [
      ...(blank === undefined ? [] : [{ value: '', label: blank }]),
      ...zonesWith(value ?? '').map((zone) => ({ value: zone, label: zoneLabel(zone, now) })),
    ],
    [blank, value, now],
  )
  const own = browserZone()
  const { text, type, error, take } = useTyped(options, value, blank !== undefined, onChange)
  return (
    <Stack gap={6} align="flex-start">
      <Select
        label="Time zone"
        description={description}
        data={options}
        searchable
        allowDeselect={false}
        nothingFoundMessage="No time zone matches"
        filter={({ search }) => options.filter(({ label }) => matches(label, search))}
        // In place, where the list is reached after its field.
        comboboxProps={{ withinPortal: false }}
        // Tab moves past the field without opening it, and past the open list, which disappears.
        openOnFocus={false}
        scrollAreaProps={{ viewportProps: { tabIndex: -1 } }}
        w="100%"
        // Typing replaces the current name.
        onFocus={({ currentTarget }) => currentTarget.select()}
        value={value ?? NO_ZONE}
        onChange={(zone) => zone !== null && onChange(zone)}
        searchValue={text}
        onSearchChange={type}
        error={error}
        onBlur={({ currentTarget }) => take(currentTarget.value)}
        onKeyDown={(event) => {
          const { key, currentTarget } = event
          // With a marked option, Enter selects that; otherwise it would submit the form without what was typed.
          if (key !== 'Enter' || currentTarget.hasAttribute('aria-activedescendant')) return
          if (options.some((option) => option.value === value && option.label === text)) return
          event.preventDefault()
          take(currentTarget.value)
        }}
        {...rest}
      />
      {blank === undefined && value !== own && (
        <Button
          variant="subtle"
          size="compact-sm"
          classNames={{ root: classes.own ?? '', label: classes.ownText ?? '' }}
          // The field keeps the focus: an error that appears on leaving it would move the button from under the pointer.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChange(own)}
        >
          Use {own}, the time zone of this browser
        </Button>
      )}
      {children}
    </Stack>
  )
}

/** Keeps what is typed into the field until it is a zone. `take` applies it, or says why it is none. */
function useTyped(
  options: ZoneOption[],
  value: string | undefined,
  optional: boolean,
  onChange: (zone: string | undefined) => void,
) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  return {
    text,
    error,
    type: (next: string) => {
      setText(next)
      setError(undefined)
    },
    take: (typed: string) => {
      // Without text, the field is blank, or shows its zone again.
      const zone = typed.trim() === '' ? (optional ? '' : value) : zoneTyped(options, typed)
      if (zone === undefined) {
        setText(typed)
        setError(notAZone(options, typed))
      }
      onChange(zone)
    },
  }
}
