import {
  IconBrandInstagram,
  IconBrandTiktok,
  IconLayoutDashboard,
  IconTable,
  type Icon,
} from '@tabler/icons-react'
import { NavLink } from 'react-router'
import classes from './Navigation.module.css'

const ITEMS: { to: string; label: string; icon: Icon }[] = [
  { to: '/', label: 'Dashboard', icon: IconLayoutDashboard },
  { to: '/instagram', label: 'Instagram', icon: IconBrandInstagram },
  { to: '/tiktok', label: 'TikTok', icon: IconBrandTiktok },
  { to: '/all-data', label: 'View All Data', icon: IconTable },
]

export function Navigation({ onNavigate }: { onNavigate: () => void }) {
  return (
    <nav className={classes.nav} aria-label="Main">
      {ITEMS.map(({ to, label, icon: Icon }) => (
        <NavLink key={to} to={to} end className={classes.link ?? ''} onClick={onNavigate}>
          <Icon size={18} stroke={1.75} aria-hidden />
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
