import {
  IconBrandInstagram,
  IconBrandTiktok,
  IconKey,
  IconLayoutDashboard,
  IconShieldCog,
  IconTable,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'

/** A signed-in screen: its path, its lazily loaded file, and its navigation entry if it has one. */
export type Screen = { path: string; load: () => Promise<ComponentType>; nav?: NavItem }

/** Letter that opens the screen from anywhere, after `g`. */
type NavItem = { label: string; icon: Icon; key: string }

/** Screens for every user, in navigation order. */
export const SCREENS: Screen[] = [
  {
    path: '/',
    load: () => import('@/pages/dashboard/DashboardPage').then((file) => file.DashboardPage),
    nav: { label: 'Dashboard', icon: IconLayoutDashboard, key: 'd' },
  },
  {
    path: '/instagram',
    load: () => import('@/pages/accounts/InstagramPage').then((file) => file.InstagramPage),
    nav: { label: 'Instagram', icon: IconBrandInstagram, key: 'i' },
  },
  {
    path: '/tiktok',
    load: () => import('@/pages/accounts/TiktokPage').then((file) => file.TiktokPage),
    nav: { label: 'TikTok', icon: IconBrandTiktok, key: 't' },
  },
  {
    path: '/all-data',
    load: () => import('@/pages/content/AllContentPage').then((file) => file.AllContentPage),
    nav: { label: 'View All Data', icon: IconTable, key: 'v' },
  },
  {
    path: '/logo-test',
    load: () => import('@/pages/brand/LogoTestPage').then((file) => file.LogoTestPage),
  },
]

/** Screens for admins, listed below the others. */
export const ADMIN_SCREENS: Screen[] = [
  {
    path: '/admin',
    load: () => import('@/pages/admin/AdminPage').then((file) => file.AdminPage),
    nav: { label: 'Admin', icon: IconShieldCog, key: 'a' },
  },
  {
    path: '/admin/groups',
    load: () => import('@/pages/groups/GroupsPage').then((file) => file.GroupsPage),
    nav: { label: 'Groups', icon: IconUsersGroup, key: 'g' },
  },
  {
    path: '/admin/sessions',
    load: () => import('@/pages/sessions/SessionsPage').then((file) => file.SessionsPage),
    nav: { label: 'Sessions', icon: IconKey, key: 's' },
  },
]
