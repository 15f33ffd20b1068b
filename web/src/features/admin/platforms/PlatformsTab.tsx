import { Stack } from '@mantine/core'
import { EvidencePanel } from './evidence/EvidencePanel'
import { FactsPanel } from './facts/FactsPanel'
import { VersionsPanel } from './facts/VersionsPanel'
import { TrafficPanel } from './traffic/TrafficPanel'

/** What the platforms were asked and answered, what scrapers know of them, and what was not understood. */
export function PlatformsTab() {
  return (
    <Stack gap="md">
      <TrafficPanel />
      <FactsPanel />
      <VersionsPanel />
      <EvidencePanel />
    </Stack>
  )
}
