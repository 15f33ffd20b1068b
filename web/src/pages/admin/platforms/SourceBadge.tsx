import { Badge } from '@mantine/core'
import { IconGitBranch, IconPackage, IconSearch, IconUserCog, type Icon } from '@tabler/icons-react'
import type { ConfigSource } from './config'

const SOURCES: Record<ConfigSource, { label: string; icon: Icon }> = {
  shipped: { label: 'Release', icon: IconPackage },
  discovered: { label: 'Discovered', icon: IconSearch },
  admin: { label: 'Admin', icon: IconUserCog },
  resource: { label: 'Resource', icon: IconGitBranch },
}

/** Source of a configuration value, as a label and an icon. */
export function SourceBadge({ source }: { source: ConfigSource }) {
  const { label, icon: Icon } = SOURCES[source]
  return (
    <Badge
      variant="default"
      size="sm"
      tt="none"
      fw={500}
      miw="max-content"
      leftSection={
        <Icon
          size={12}
          stroke={2}
          color={source === 'shipped' ? undefined : 'var(--mantine-color-anchor)'}
          aria-hidden
        />
      }
    >
      {label}
    </Badge>
  )
}
