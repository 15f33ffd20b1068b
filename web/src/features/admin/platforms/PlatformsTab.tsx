import { Stack } from '@mantine/core'
import { CapturesPanel } from './captures/CapturesPanel'
import { ConfigPanel } from './config/ConfigPanel'
import { RevisionsPanel } from './config/RevisionsPanel'
import { TrafficPanel } from './traffic/TrafficPanel'

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
