import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Platform } from '@/util/platform'
import { PlatformMark } from './PlatformMark'

type Props = { title: string; platform?: Platform; actions?: ReactNode }

/** A panel's title, with its platform and actions. */
export function PanelHeader({ title, platform, actions }: Props) {
  return (
    <Group justify="space-between" gap="sm" mb="md">
      <Group gap={10}>
        {platform && <PlatformMark platform={platform} />}
        <Title order={2}>{title}</Title>
      </Group>
      {actions}
    </Group>
  )
}
