import { Burger, Group, Skeleton, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Outlet, useLocation } from 'react-router'
import { useIsAdmin, useIsViewer } from '@/api/session'
import { useTimeZone, useUserChanges } from '@/api/useMe'
import { useScreenAddress } from '@/app/screenAddress'
import { useRoleScreens } from '@/app/roleScreens'
import { SCREENS, type Screen } from '@/app/screens'
import { useViewedGroup } from '@/app/viewedGroup'
import { Logo } from '@/components/layout/Logo'
import { useAttention } from '@/util/attention'
import { formatQuantity } from '@/util/format'
import { onDemand } from '@/util/onDemand'
import { Link } from '@/util/url/Link'
import { ConnectionBanner } from './ConnectionBanner'
import { CurrentUser } from './CurrentUser'
import { ScrollRestoration } from './ScrollRestoration'
import { useShownZone } from './useShownZone'
import classes from './Shell.module.css'

const StorageBanner = onDemand(() => import('./StorageBanner').then((file) => file.StorageBanner))

/** Frames every signed-in screen: with a sidebar, or a bar with a menu on small screens. */
export function Shell() {
  const [menu, { toggle, close }] = useDisclosure(false)
  const admin = useIsAdmin()
  const groupId = useViewedGroup()
  const zone = useShownZone(useTimeZone(groupId), groupId)
  useUserChanges()
  return (
    <>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <header className={classes.header}>
        <Brand />
        <Burger
          opened={menu}
          onClick={toggle}
          size="sm"
          aria-label={menu ? 'Close menu' : 'Open menu'}
          aria-expanded={menu}
        />
      </header>
      <aside className={classes.navbar} data-opened={menu || undefined} aria-label="Sidebar">
        <Sidebar onNavigate={close} />
      </aside>
      <main id="main" tabIndex={-1} className={classes.main}>
        <div className={classes.content}>
          <ConnectionBanner />
          {admin && <StorageBanner />}
          {zone === undefined ? (
            <Skeleton h={320} role="status" aria-label="Loading" />
          ) : (
            // Every time and day on the screen changes with the zone, which shows the screen anew.
            <Outlet key={zone} />
          )}
        </div>
      </main>
      <ScrollRestoration />
    </>
  )
}

function Sidebar({ onNavigate }: { onNavigate: () => void }) {
  return (
    <div className={classes.sidebar}>
      <div className={classes.brand}>
        <Brand />
      </div>
      <Navigation onNavigate={onNavigate} />
      <CurrentUser onNavigate={onNavigate} />
    </div>
  )
}

function Brand() {
  return (
    <Group gap={10} wrap="nowrap">
      <Logo size="sm" />
      <Text fw={700} fz="lg" lh={1} lts="-0.02em">
        Clipmeter
      </Text>
    </Group>
  )
}

type NavigationProps = { onNavigate: () => void }

function Navigation({ onNavigate }: NavigationProps) {
  const ofRole = useRoleScreens()
  const viewer = useIsViewer()
  return (
    <nav className={classes.nav} aria-label="Main">
      <Links screens={SCREENS} onNavigate={onNavigate} />
      {!viewer && <AttentionLink onNavigate={onNavigate} />}
      {ofRole.length > 0 && (
        <div role="group" aria-label="Administration" className={classes.section}>
          <Links screens={ofRole} onNavigate={onNavigate} />
        </div>
      )}
    </nav>
  )
}

/** Counts what needs attention; hidden while there is nothing. */
function AttentionLink({ onNavigate }: NavigationProps) {
  const total = useAttention(undefined).data?.total ?? 0
  const { pathname } = useLocation()
  if (total === 0) return null
  return (
    <Link
      to="/attention"
      aria-current={currentAt(pathname, '/attention')}
      className={classes.link}
      onClick={onNavigate}
    >
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
      Attention
      <span className={classes.badge}>{formatQuantity(total)}</span>
    </Link>
  )
}

function Links({ screens, onNavigate }: NavigationProps & { screens: Screen[] }) {
  const addressOf = useScreenAddress()
  const { pathname } = useLocation()
  return screens.map((screen) => {
    const { path, nav } = screen
    return (
      nav && (
        <Link
          key={path}
          to={addressOf(screen)}
          aria-current={currentAt(pathname, path, nav.hasPages)}
          className={classes.link}
          onClick={onNavigate}
        >
          <nav.icon size={18} stroke={1.75} aria-hidden />
          {nav.label}
        </Link>
      )
    )
  })
}

/** Marks the link of the screen that is shown, or of the one that it belongs to. The router ignores upper and lower case. */
function currentAt(pathname: string, path: string, hasPages = false): 'page' | undefined {
  const shown = pathname.toLowerCase()
  return shown === path || (hasPages && shown.startsWith(`${path}/`)) ? 'page' : undefined
}
