import { Badge } from '@mantine/core'
import { IconGitBranch, IconPackage, IconSearch, IconUserCog, type Icon } from '@tabler/icons-react'
import type { Origin } from './facts'

const ORIGINS: Record<Origin, { word: string; icon: Icon }> = {
  shipped: { word: 'Release', icon: IconPackage },
  found: { word: 'Found', icon: IconSearch },
  admin: { word: 'Admin', icon: IconUserCog },
  resource: { word: 'Resource', icon: IconGitBranch },
}

/** Who says a fact, in a word and a sign. */
export function OriginBadge({ origin }: { origin: Origin }) {
  const { word, icon: Icon } = ORIGINS[origin]
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
          color={origin === 'shipped' ? undefined : 'var(--mantine-color-anchor)'}
          aria-hidden
        />
      }
    >
      {word}
    </Badge>
  )
}
