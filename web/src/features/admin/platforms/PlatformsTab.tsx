import { Stack } from '@mantine/core'
import { EvidencePanel } from './evidence/EvidencePanel'
import { FactsPanel } from './facts/FactsPanel'
import { VersionsPanel } from './facts/VersionsPanel'
import { TrafficPanel } from './traffic/TrafficPanel'

/** What the platforms were asked and answered, what of it was not understood, and what scrapers know of them. */
export function PlatformsTab() {
  return (
    <Stack gap="md">
      <TrafficPanel />
      <EvidencePanel />
      <FactsPanel />
      <VersionsPanel />
    </Stack>
  )
}
