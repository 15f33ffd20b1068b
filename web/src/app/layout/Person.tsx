import { ActionIcon, Group, Stack, Text, Tooltip } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { session, useSession } from '@/shared/lib/session'
import { ColorScheme } from './ColorScheme'
import classes from './Person.module.css'

/** Who is signed in and for which group, the theme, and the way out. */
export function Person() {
  const user = useSession()?.user
  if (!user) return null
  return (
    <div className={classes.person}>
      <Stack gap={0} miw={0}>
        <Text fz="sm" fw={600} truncate>
          {user.full_name || user.username}
        </Text>
        {user.group_name && (
          <Text fz="xs" c="dimmed" truncate>
            {user.group_name}
          </Text>
        )}
      </Stack>
      <Group gap={4} wrap="nowrap">
        <ColorScheme />
        <Tooltip label="Logout">
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label="Logout"
            onClick={() => session.end()}
          >
            <IconLogout size={18} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </Group>
    </div>
  )
}
