import { Text, useComputedColorScheme, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDevicesOff, IconKeyboard, IconLogout, IconMoon, IconSun, IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { logout } from '@/api/logout'
import { useSession } from '@/api/session'
import { useShortcuts } from '@/app/keyboard/shortcuts'
import { onDemand } from '@/util/onDemand'
import { UserMenu, type MenuItem } from './UserMenu'
import classes from './CurrentUser.module.css'

const KeyboardDialog = onDemand(() =>
  import('@/app/keyboard/KeyboardHelp').then((file) => file.KeyboardDialog),
)
const LogoutEverywhere = onDemand(() => import('./LogoutEverywhere').then((file) => file.LogoutEverywhere))

type Props = { onNavigate: () => void }

/** Shows the signed-in user and group, which open the menu of everything that concerns the user. */
export function CurrentUser({ onNavigate }: Props) {
  const user = useSession()?.user
  const navigate = useNavigate()
  const theme = useThemeItem()
  const [helping, help] = useDisclosure(false)
  const [leaving, leave] = useDisclosure(false)
  const [helped, left] = [useOnce(helping), useOnce(leaving)]
  useShortcuts(help.open)
  if (!user) return null
  const items: MenuItem[] = [
    {
      label: 'Profile',
      icon: IconUser,
      choose: () => {
        onNavigate()
        void navigate('/profile')
      },
    },
    { label: 'Keyboard shortcuts', icon: IconKeyboard, choose: help.open },
    theme,
    { label: 'Log out', icon: IconLogout, section: true, choose: logout },
    { label: 'Log out everywhere', icon: IconDevicesOff, choose: leave.open },
  ]
  return (
    <>
      <UserMenu label="Account" items={items}>
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
      {helped && <KeyboardDialog opened={helping} onClose={help.close} />}
      {left && <LogoutEverywhere opened={leaving} onClose={leave.close} />}
    </>
  )
}

/** Returns whether the value is or was true: a dialog that has been opened stays mounted while it closes. */
function useOnce(value: boolean): boolean {
  const [once, setOnce] = useState(value)
  if (value && !once) setOnce(true)
  return once || value
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
