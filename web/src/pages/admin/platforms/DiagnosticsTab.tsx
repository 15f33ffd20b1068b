import { Stack } from '@mantine/core'
import { CapturesPanel } from './CapturesPanel'
import { ConfigPanel } from './ConfigPanel'
import { RevisionsPanel } from './RevisionsPanel'
import { TrafficPanel } from './TrafficPanel'

/** Shows what only developers and operators look up: traffic, responses and the platform configuration. */
export function DiagnosticsTab() {
  return (
    <Stack gap="md">
      <TrafficPanel />
      <CapturesPanel />
      <ConfigPanel />
      <RevisionsPanel />
    </Stack>
  )
}
