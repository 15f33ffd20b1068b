import { Button, Stack, Text, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDevicesOff, IconLogout, IconMoon, IconSun } from '@tabler/icons-react'
import { api, client } from '@/api/client'
import { errorMessage } from '@/api/errors'
import { session, useSession } from '@/api/session'
import { KeyboardHelp } from '@/app/keyboard/KeyboardHelp'
import { ConfirmDialog } from '@/components/Dialogs'
import { IconButton } from '@/components/IconButton'
import { ERROR } from '@/util/messages'
import { toast } from '@/util/toast'
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

/** Switches between light and dark; follows the system setting until first used. */
function ColorScheme() {
  const { setColorScheme } = useMantineColorScheme()
  const next =
    useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark' ? 'light' : 'dark'
  const label = `Use the ${next} theme`
  return (
    <IconButton
      icon={next === 'dark' ? IconMoon : IconSun}
      label={label}
      shortLabel={label}
      onClick={() => setColorScheme(next)}
    />
  )
}

const LOGOUT_EVERYWHERE = 'Sign out everywhere'

/** Ends all sign-ins of the user, for users who forgot to sign out elsewhere or lost a device. */
function LogoutEverywhere() {
  const [confirming, { open, close }] = useDisclosure(false)
  const end = api.useMutation('post', '/api/auth/logout-everywhere', {
    // Only after the server has confirmed it: users must be able to rely on being signed out.
    onSuccess: session.end,
    onError: (error) => toast.error(errorMessage(error, ERROR.logoutEverywhere)),
  })
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="compact-md"
        fz="xs"
        fw={500}
        justify="flex-start"
        leftSection={<IconDevicesOff size={18} stroke={1.75} />}
        onClick={open}
      >
        {LOGOUT_EVERYWHERE}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title="Sign out on every device?"
        consequence="You will have to sign in again on each of them, and here."
        confirm={LOGOUT_EVERYWHERE}
        busy={end.isPending}
        onConfirm={() => end.mutate({})}
        onClose={close}
      />
    </>
  )
}

/** Signs out locally at once and notifies the server, which ends only this sign-in. */
function logout(): void {
  const token = session.get()?.token
  session.end()
  // The token is already deleted in this browser, whether or not the call succeeds.
  client.POST('/api/auth/logout', { headers: { authorization: `Bearer ${token}` } }).catch(() => undefined)
}
