import { Text, UnstyledButton } from '@mantine/core'
import type { Schema } from '@/api/types'
import { ActiveBadge, ManagedBadge } from '@/components/Badges'
import { formatCounted } from '@/util/format'
import { DeleteGroup } from './DeleteGroup'
import { PlatformUsage } from './PlatformUsage'
import { ToggleGroup } from './ToggleGroup'
import { useGroupsView } from './useGroupsView'
import classes from './GroupRow.module.css'

type Props = { group: Schema<'Group'>; open: boolean }

/** A client group in the list. A click outside its controls opens it. */
export function GroupRow({ group, open }: Props) {
  const { openGroup } = useGroupsView()
  return (
    <li className={classes.row} data-open={open || undefined}>
      <div className={classes.name}>
        <div className={classes.title}>
          <UnstyledButton
            className={classes.open}
            aria-current={open || undefined}
            onClick={() => openGroup(group.id)}
          >
            {group.name}
          </UnstyledButton>
          <ActiveBadge active={group.is_active} />
          <ManagedBadge of={group} />
        </div>
        {group.description && (
          <Text fz="sm" c="dimmed" truncate>
            {group.description}
          </Text>
        )}
      </div>
      <PlatformUsage group={group} platform="instagram" />
      <PlatformUsage group={group} platform="tiktok" />
      <Text fz="sm" c="dimmed" className={classes.users ?? ''}>
        {formatCounted(group.user_count, 'user')}
      </Text>
      <div className={classes.actions}>
        <ToggleGroup group={group} />
        <DeleteGroup group={group} />
      </div>
    </li>
  )
}
