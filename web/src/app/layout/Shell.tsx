import { AppShell, Burger, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Outlet, ScrollRestoration } from 'react-router'
import { SIDEBAR_BREAKPOINT } from '@/util/constants'
import { Brand } from './Brand'
import { ConnectionBanner } from './ConnectionBanner'
import { Sidebar } from './Sidebar'
import { StorageBanner } from './StorageBanner'
import classes from './Shell.module.css'

const SIDEBAR_WIDTH = 216
const HEADER_HEIGHT = 56

/** Frame of every signed-in screen: a sidebar, or a bar with a menu on small screens. */
export function Shell() {
  const [menu, { toggle, close }] = useDisclosure(false)
  return (
    <AppShell
      header={{ height: { base: HEADER_HEIGHT, [SIDEBAR_BREAKPOINT]: 0 } }}
      navbar={{ width: SIDEBAR_WIDTH, breakpoint: SIDEBAR_BREAKPOINT, collapsed: { mobile: !menu } }}
      transitionDuration={120}
    >
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <AppShell.Header hiddenFrom={SIDEBAR_BREAKPOINT} className={classes.header}>
        <Group h="100%" px="md" justify="space-between">
          <Brand />
          <Burger
            opened={menu}
            onClick={toggle}
            size="sm"
            aria-label={menu ? 'Close menu' : 'Open menu'}
            aria-expanded={menu}
          />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar}>
        <Sidebar onNavigate={close} />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1} className={classes.main}>
        <div className={classes.content}>
          <ConnectionBanner />
          <StorageBanner />
          <Outlet />
        </div>
      </AppShell.Main>
      <ScrollRestoration />
    </AppShell>
  )
}
