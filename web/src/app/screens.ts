import {
  IconKey,
  IconLayoutDashboard,
  IconShieldCog,
  IconTable,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { PLATFORM_CODES, PLATFORMS } from '@/util/platform'

/** A signed-in screen: its path, its lazily loaded file, and its navigation entry if it has one. */
export type Screen = {
  path: string
  load: () => Promise<ComponentType>
  nav?: NavItem
  /** Shows a client group, which admins select. */
  ofGroup?: true
  /** Not for viewers. */
  forUsers?: true
}

/** Letter that opens the screen from anywhere, after `g`. */
type NavItem = {
  label: string
  icon: Icon
  key: string
  /** Opens the view that the user left. */
  keepsView?: true
  /** Also marked as the current screen on the addresses below it. */
  hasPages?: true
}

/** Screens for every user, in navigation order. */
export const SCREENS: Screen[] = [
  {
    path: '/',
    load: () => import('@/pages/dashboard/DashboardPage').then((file) => file.DashboardPage),
    nav: { label: 'Dashboard', icon: IconLayoutDashboard, key: 'd' },
    ofGroup: true,
  },
  ...PLATFORM_CODES.map((platform): Screen => {
    const { name, icon, shortcut } = PLATFORMS[platform]
    return {
      path: `/${platform}`,
      load: () => import('@/pages/accounts/list/AccountsPage').then((file) => file.accountsPageOf(platform)),
      nav: { label: name, icon, key: shortcut, hasPages: true },
      ofGroup: true,
    }
  }),
  ...PLATFORM_CODES.map((platform): Screen => ({
    path: `/${platform}/:id`,
    load: () => import('@/pages/accounts/account/AccountPage').then((file) => file.accountPageOf(platform)),
  })),
  {
    path: '/all-data',
    load: () => import('@/pages/content/AllContentPage').then((file) => file.AllContentPage),
    nav: { label: 'View All Data', icon: IconTable, key: 'v', keepsView: true },
    ofGroup: true,
  },
  {
    path: '/attention',
    load: () => import('@/pages/accounts/attention/AttentionPage').then((file) => file.AttentionPage),
    forUsers: true,
  },
  {
    path: '/statement',
    load: () => import('@/pages/statement/StatementPage').then((file) => file.StatementPage),
    ofGroup: true,
  },
  {
    path: '/compare',
    load: () => import('@/pages/compare/ComparePage').then((file) => file.ComparePage),
  },
  {
    path: '/profile',
    load: () => import('@/pages/profile/ProfilePage').then((file) => file.ProfilePage),
    forUsers: true,
  },
  {
    path: '/logo-test',
    load: () => import('@/pages/brand/LogoTestPage').then((file) => file.LogoTestPage),
    forUsers: true,
  },
]

/** Screens for group admins, listed below the others. */
export const GROUP_ADMIN_SCREENS: Screen[] = [
  {
    path: '/members',
    load: () => import('@/pages/admin/users/MembersPage').then((file) => file.MembersPage),
    nav: { label: 'Members', icon: IconUsersGroup, key: 'm' },
  },
]

/** Screens for admins, listed below the others. */
export const ADMIN_SCREENS: Screen[] = [
  {
    path: '/admin',
    load: () => import('@/pages/admin/AdminPage').then((file) => file.AdminPage),
    nav: { label: 'Admin', icon: IconShieldCog, key: 'a' },
    ofGroup: true,
  },
  {
    path: '/admin/groups',
    load: () => import('@/pages/groups/GroupsPage').then((file) => file.GroupsPage),
    nav: { label: 'Groups', icon: IconUsersGroup, key: 'g' },
    ofGroup: true,
  },
  {
    path: '/admin/sessions',
    load: () => import('@/pages/sessions/SessionsPage').then((file) => file.SessionsPage),
    nav: { label: 'Sessions', icon: IconKey, key: 's' },
  },
]
