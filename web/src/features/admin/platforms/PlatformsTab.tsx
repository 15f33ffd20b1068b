import { Stack } from '@mantine/core'
import { CapturesPanel } from './captures/CapturesPanel'
import { ConfigPanel } from './config/ConfigPanel'
import { RevisionsPanel } from './config/RevisionsPanel'
import { TrafficPanel } from './traffic/TrafficPanel'

/** What the platforms were asked and answered, what of it was not understood, and what scrapers know of them. */
export function PlatformsTab() {
  return (
    <Stack gap="md">
      <TrafficPanel />
      <CapturesPanel />
      <ConfigPanel />
      <RevisionsPanel />
    </Stack>
  )
}
