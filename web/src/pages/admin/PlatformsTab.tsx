import { Stack } from '@mantine/core'
import { CapturesPanel } from './platforms/CapturesPanel'
import { ConfigPanel } from './platforms/ConfigPanel'
import { RevisionsPanel } from './platforms/RevisionsPanel'
import { TrafficPanel } from './platforms/TrafficPanel'

/** Traffic to the platforms, responses that could not be parsed, and the platform configuration. */
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
