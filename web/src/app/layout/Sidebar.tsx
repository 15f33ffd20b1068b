import { Box } from '@mantine/core'
import { SIDEBAR_BREAKPOINT } from '@/util/constants'
import { Brand } from './Brand'
import { CurrentUser } from './CurrentUser'
import { Navigation } from './Navigation'
import classes from './Sidebar.module.css'

export function Sidebar({ onNavigate }: { onNavigate: () => void }) {
  return (
    <div className={classes.sidebar}>
      <Box visibleFrom={SIDEBAR_BREAKPOINT} className={classes.brand}>
        <Brand />
      </Box>
      <Navigation onNavigate={onNavigate} />
      <CurrentUser />
    </div>
  )
}
