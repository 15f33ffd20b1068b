import { Text, UnstyledButton } from '@mantine/core'
import type { Schema } from '@/api/types'
import { ManagedMark } from '@/components/Badges'
import { PLATFORMS, type Platform } from '@/util/platform'
import classes from './GroupCard.module.css'

type Props = { group: Schema<'Group'>; platform: Platform; onPick: (id: number) => void }

export function GroupCard({ group, platform, onPick }: Props) {
  const accounts = platform === 'instagram' ? group.instagram_count : group.tiktok_count
  return (
    <UnstyledButton className={classes.card} onClick={() => onPick(group.id)}>
      <div className={classes.head}>
        <Text fw={600} truncate>
          {group.name}
        </Text>
        <ManagedMark of={group} />
      </div>
      {group.description && (
        <Text fz="sm" c="dimmed" lineClamp={2}>
          {group.description}
        </Text>
      )}
      <div className={classes.figures}>
        <Figure
          value={accounts}
          label={`${PLATFORMS[platform].name} ${accounts === 1 ? 'account' : 'accounts'}`}
        />
        <Figure value={group.user_count} label={group.user_count === 1 ? 'user' : 'users'} />
      </div>
    </UnstyledButton>
  )
}

function Figure({ value, label }: { value: number; label: string }) {
  return (
    <span>
      <strong>{value}</strong> {label}
    </span>
  )
}
