import { Button, Stack, Text } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useSession } from '@/api/session'
import { KeyboardHelp } from '@/app/keyboard/KeyboardHelp'
import { ColorScheme } from './ColorScheme'
import { logout } from './logout'
import { LogoutEverywhere } from './LogoutEverywhere'
import classes from './CurrentUser.module.css'

/** Shows the signed-in user and group, the theme switch and the sign-out buttons. */
export function CurrentUser() {
  const user = useSession()?.user
  if (!user) return null
  return (
    <div className={classes.user}>
      <Stack gap={0} className={classes.names}>
        <Text fz="sm" fw={600} truncate>
          {user.full_name || user.username}
        </Text>
        {user.group_name && (
          <Text fz="xs" c="dimmed" truncate>
            {user.group_name}
          </Text>
        )}
      </Stack>
      <div className={classes.actions}>
        <KeyboardHelp />
        <ColorScheme />
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          fz="sm"
          fw={500}
          className={classes.logout ?? ''}
          leftSection={<IconLogout size={18} stroke={1.75} />}
          onClick={logout}
        >
          Logout
        </Button>
        <LogoutEverywhere />
      </div>
    </div>
  )
}
