import { Button, Select, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import { useMemo, useState } from 'react'
import { formatCounted } from '@/util/format'
import { useDaysPending } from './queries'
import { browserZone, matches, zoneLabel, zonesWith } from './timeZones'

type Props = { value: string; onChange: (zone: string) => void }

/** Selects the zone of all days. Its options are found by a part of their name or by their offset. */
export function TimeZoneField({ value, onChange }: Props) {
  const [now] = useState(Date.now)
  const options = useMemo(
    () => zonesWith(value).map((zone) => ({ value: zone, label: zoneLabel(zone, now) })),
    [value, now],
  )
  const own = browserZone()
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
        // In place: outside of the dialog, the list could not be reached.
        comboboxProps={{ withinPortal: false }}
        // Tab moves past the field without opening it, and past the open list, which disappears.
        openOnFocus={false}
        scrollAreaProps={{ viewportProps: { tabIndex: -1 } }}
        w="100%"
        // Typing replaces the current name.
        onFocus={({ currentTarget }) => currentTarget.select()}
        value={value}
        onChange={(zone) => zone !== null && onChange(zone)}
      />
      {value !== own && (
        <Button variant="subtle" size="compact-sm" onClick={() => onChange(own)}>
          Use {own}, the time zone of this browser
        </Button>
      )}
      <PendingDays />
    </Stack>
  )
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
