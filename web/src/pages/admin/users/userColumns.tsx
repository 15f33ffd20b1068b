import { Text } from '@mantine/core'
import { ActiveBadge } from '@/components/Badges'
import { DateTime } from '@/components/Values'
import type { NewCredentials } from '@/components/PasswordDialog'
import type { Column } from '@/table/column'
import { UserActions } from './UserActions'
import { companyOf, type User } from './users'
import classes from './userColumns.module.css'

/** `onPassword` receives a new password that must be displayed. */
export function userColumns(onPassword: (credentials: NewCredentials) => void): Column<User>[] {
  return [
    {
      title: 'Company',
      card: 'heading',
      cell: (user) => (
        <>
          <Text component="span" fz="sm" fw={600}>
            {companyOf(user)}
          </Text>
          <Text component="div" fz="xs" c="dimmed">
            {user.full_name || user.username}
            {user.is_admin ? ' · Admin' : user.is_group_admin ? ' · Group admin' : ''}
          </Text>
        </>
      ),
    },
    {
      title: 'Email',
      card: 'text',
      cell: ({ email }) => email || <span className={classes.missing}>No email address</span>,
    },
    { title: 'Status', card: 'aside', cell: ({ is_active }) => <ActiveBadge active={is_active} /> },
    { title: 'Created', card: 'foot', quiet: true, cell: ({ created_at }) => <DateTime iso={created_at} /> },
    {
      title: 'Actions',
      card: 'foot',
      actions: true,
      cell: (user) => <UserActions user={user} onPassword={onPassword} />,
    },
  ]
}
