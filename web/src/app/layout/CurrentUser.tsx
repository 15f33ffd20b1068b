import { Text, useComputedColorScheme, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconDevicesOff,
  IconKeyboard,
  IconLogin2,
  IconLogout,
  IconMoon,
  IconSun,
  IconUser,
} from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { logout } from '@/api/logout'
import { endViewing, useIsViewer, useSession } from '@/api/session'
import { useShortcuts } from '@/app/keyboard/shortcuts'
import { dialogOnDemand } from '@/util/onDemand'
import { UserMenu, type MenuItem } from './UserMenu'
import classes from './CurrentUser.module.css'

const KeyboardDialog = dialogOnDemand(() =>
  import('@/app/keyboard/KeyboardHelp').then((file) => file.KeyboardDialog),
)
const LogoutEverywhere = dialogOnDemand(() =>
  import('./LogoutEverywhere').then((file) => file.LogoutEverywhere),
)

type Props = { onNavigate: () => void }

/** Shows the signed-in user and group, which open the menu of everything that concerns the user. */
export function CurrentUser({ onNavigate }: Props) {
  const user = useSession()?.user
  const navigate = useNavigate()
  const theme = useThemeItem()
  const [helping, help] = useDisclosure(false)
  const [leaving, leave] = useDisclosure(false)
  useShortcuts(help.open)
  const viewer = useIsViewer()
  if (!user) return null
  const shortcuts: MenuItem = { label: 'Keyboard shortcuts', icon: IconKeyboard, choose: help.open }
  const ofUser: MenuItem[] = [
    {
      label: 'Profile',
      icon: IconUser,
      choose: () => {
        onNavigate()
        void navigate('/profile')
      },
    },
    shortcuts,
    theme,
    { label: 'Log out', icon: IconLogout, section: true, choose: logout },
    { label: 'Log out everywhere', icon: IconDevicesOff, choose: leave.open },
  ]
  const ofViewer: MenuItem[] = [
    shortcuts,
    theme,
    { label: 'Sign in', icon: IconLogin2, section: true, choose: () => endViewing('/login') },
  ]
  return (
    <>
      <UserMenu label="Account" items={viewer ? ofViewer : ofUser}>
        <span className={classes.names}>
          <VisuallyHidden component="span">Account menu: </VisuallyHidden>
          <Text component="span" display="block" fz="sm" fw={600} truncate>
            {user.full_name || user.username}
          </Text>
          {user.group_name && (
            <Text component="span" display="block" fz="xs" c="dimmed" truncate>
              {user.group_name}
            </Text>
          )}
        </span>
      </UserMenu>
      <KeyboardDialog opened={helping} onClose={help.close} />
      <LogoutEverywhere opened={leaving} onClose={leave.close} />
    </>
  )
}

/** Switches between light and dark; follows the system setting until first used. */
function useThemeItem(): MenuItem {
  const { setColorScheme } = useMantineColorScheme()
  const next =
    useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark' ? 'light' : 'dark'
  return {
    label: next === 'dark' ? 'Dark theme' : 'Light theme',
    icon: next === 'dark' ? IconMoon : IconSun,
    choose: () => setColorScheme(next),
  }
}
