import { Button, Select, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import { useMemo, useState } from 'react'
import { formatCounted } from '@/util/format'
import { useDaysPending } from '@/pages/admin/queries'
import { browserZone, matches, notAZone, zoneLabel, zonesWith, zoneTyped, type ZoneOption } from './timeZones'
import classes from './TimeZoneField.module.css'

type Props = {
  /** Empty while what was typed is no zone. */
  value: string
  onChange: (zone: string) => void
  /** Names the field in its form. */
  'data-path'?: string
}

/** Selects the zone of all days. Its options are found by a part of their name or by their offset. */
export function TimeZoneField({ value, onChange, ...rest }: Props) {
  const [now] = useState(Date.now)
  const options = useMemo(
    () => zonesWith(value).map((zone) => ({ value: zone, label: zoneLabel(zone, now) })),
    [value, now],
  )
  const own = browserZone()
  const { text, type, error, take } = useTyped(options, value, onChange)
  return (
    <Stack gap={6} align="flex-start">
      <Select
        label="Time zone"
        description="Days of charts, periods, and statements begin at midnight in this time zone."
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
        value={value}
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
      {value !== own && (
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
      <PendingDays />
    </Stack>
  )
}

/** Keeps what is typed into the field until it is a zone. `take` applies it, or says why it is none. */
function useTyped(options: ZoneOption[], value: string, onChange: (zone: string) => void) {
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
      // Without text, the field shows its zone again.
      const zone = typed.trim() === '' && value !== '' ? value : zoneTyped(options, typed)
      if (zone === undefined) {
        setText(typed)
        setError(notAZone(options, typed))
      }
      onChange(zone ?? '')
    },
  }
}

/** Says how many accounts still have the days of another zone. */
function PendingDays() {
  const pending = useDaysPending().data ?? 0
  return (
    <Text fz="sm" c="dimmed" role="status" hidden={pending === 0}>
      {pending > 0 && `Recomputing the days of ${formatCounted(pending, 'account')}.`}
    </Text>
  )
}
