import { NavLink } from 'react-router'
import { useIsAdmin } from '@/api/session'
import { ADMIN_SCREENS, SCREENS, type Screen } from '@/app/screens'
import classes from './Navigation.module.css'

type Props = { onNavigate: () => void }

export function Navigation({ onNavigate }: Props) {
  const admin = useIsAdmin()
  return (
    <nav className={classes.nav} aria-label="Main">
      <Links screens={SCREENS} onNavigate={onNavigate} />
      {admin && ADMIN_SCREENS.length > 0 && (
        <div role="group" aria-label="Administration" className={classes.section}>
          <Links screens={ADMIN_SCREENS} onNavigate={onNavigate} />
        </div>
      )}
    </nav>
  )
}

function Links({ screens, onNavigate }: Props & { screens: Screen[] }) {
  return screens.map(
    ({ path, nav }) =>
      nav && (
        <NavLink key={path} to={path} end className={classes.link ?? ''} onClick={onNavigate}>
          <nav.icon size={18} stroke={1.75} aria-hidden />
          {nav.label}
        </NavLink>
      ),
  )
}
