import { Text } from '@mantine/core'
import { ActiveBadge } from '@/components/Badges'
import { DateTime } from '@/components/Values'
import type { Column } from '@/table/column'
import type { GroupDetails } from './model'

type User = GroupDetails['users'][number]

export const USER_COLUMNS: Column<User>[] = [
  {
    title: 'User',
    card: 'heading',
    cell: (user) => (
      <>
        <Text component="span" fz="sm" fw={600}>
          {user.full_name || user.username}
        </Text>
        <Text component="div" fz="xs" c="dimmed">
          {user.email}
        </Text>
      </>
    ),
  },
  { title: 'Role', card: 'aside', cell: (user) => (user.is_group_admin ? 'Group admin' : 'Member') },
  { title: 'Status', card: 'foot', cell: (user) => <ActiveBadge active={user.is_active} /> },
  {
    title: 'Created',
    card: 'foot',
    numeric: true,
    quiet: true,
    cell: ({ created_at }) => created_at && <DateTime iso={created_at} />,
  },
]
