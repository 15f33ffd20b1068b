import type { Locator, Page } from '@playwright/test'
import type { World } from './dialogWorld.ts'
import { makeSessions } from '../data/sessions.ts'
import { userButton } from './userMenu.ts'

/** A dialog of the web app: its page, the control that opens it, and its title. */
export type Dialog = {
  /** Name of its screenshot. */
  name: string
  path: (world: World) => string
  /** Steps that make the opener visible. */
  before?: (page: Page, world: World) => Promise<void>
  opener: (page: Page, world: World) => Locator
  title: (world: World) => string | RegExp
  /** Steps from the first dialog to the tested one. */
  through?: (page: Page, world: World) => Promise<void>
}

/** Narrower windows hide the sidebar until its menu opens. */
const SIDEBAR_WIDTH = 992

const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first()
const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name })
const instagram = ({ id }: World) => `/instagram?group=${id}`
const tiktok = ({ id }: World) => `/tiktok?group=${id}`
const group = ({ id }: World) => `/admin/groups?group=${id}`
const users = ({ id }: World) => `/admin?tab=users&group=${id}`
const sessions = () => '/admin/sessions'
const called = (title: string | RegExp) => () => title

const FORMS: Dialog[] = [
  {
    name: 'create-group',
    path: () => '/admin/groups',
    opener: button('Create Group'),
    title: called('Create Group'),
  },
  { name: 'edit-group', path: group, opener: button('Edit group'), title: ({ name }) => `Edit ${name}` },
  {
    name: 'create-user',
    path: group,
    opener: button('Create User'),
    title: ({ name }) => `Create User for ${name}`,
  },
  {
    name: 'create-share-link-of-group',
    path: group,
    opener: button('Create Share Link'),
    title: ({ name }) => `Create Share Link for ${name}`,
  },
  {
    name: 'intervals',
    path: () => '/admin/groups',
    opener: button('Scraping Intervals'),
    title: called('Scraping Intervals'),
  },
  { name: 'add-accounts', path: instagram, opener: button('Add Account'), title: called('Add Accounts') },
  { name: 'add-videos', path: tiktok, opener: button('Add Videos'), title: called('Add TikTok Videos') },
  {
    name: 'add-sessions',
    path: sessions,
    opener: button('Add Sessions'),
    title: called('Add Instagram Sessions'),
  },
  {
    name: 'import-sessions',
    path: sessions,
    opener: button('Bulk Import'),
    title: called('Bulk Import Sessions'),
  },
]

const QUESTIONS: Dialog[] = [
  {
    name: 'delete-group',
    path: () => '/admin/groups',
    opener: (page, { name }) => button(`Delete ${name}`)(page),
    title: ({ name }) => `Delete the group ${name}?`,
  },
  {
    name: 'delete-user',
    path: users,
    opener: (page, { member }) => button(`Delete ${member}`)(page),
    title: ({ member }) => `Delete the user ${member}?`,
  },
  {
    name: 'delete-user-again',
    path: users,
    opener: (page, { member }) => button(`Delete ${member}`)(page),
    title: called('Are you sure? This cannot be undone!'),
    through: async (page) => {
      await inDialog(page, 'Delete user').focus()
      await page.keyboard.press('Enter')
    },
  },
  {
    name: 'reset-password',
    path: users,
    opener: (page, { member }) => button(`Reset the password of ${member}`)(page),
    title: ({ member }) => `Reset the password of ${member}?`,
  },
  {
    name: 'edit-user',
    path: users,
    opener: (page, { member }) => button(`Edit ${member}`)(page),
    title: ({ member }) => `Edit ${member}`,
  },
  {
    name: 'delete-account',
    path: instagram,
    opener: button('Delete @slow.bread'),
    title: called('Delete this account?'),
  },
  {
    name: 'delete-accounts',
    path: tiktok,
    before: async (page) => {
      await button('Select')(page).click()
      await button('Select All')(page).click()
    },
    opener: button('Delete (2)'),
    title: called('Delete 2 accounts?'),
  },
  {
    name: 'delete-video',
    path: (world) => `${tiktok(world)}&view=videos`,
    opener: (page, { video }) => button(`Delete video ${video}`)(page),
    title: called('Delete this video?'),
  },
  {
    name: 'delete-session',
    path: sessions,
    opener: button('Delete session #1'),
    title: called('Are you sure you want to delete this session?'),
  },
  {
    name: 'delete-sessions',
    path: sessions,
    opener: button('Delete All'),
    title: called(/^Are you sure you want to delete ALL \d+ sessions\? This cannot be undone!$/),
  },
]

const OTHERS: Dialog[] = [
  {
    name: 'keyboard-help',
    path: () => '/logo-test',
    before: async (page) => {
      const { width } = page.viewportSize() ?? { width: 0 }
      if (width < SIDEBAR_WIDTH) await button('Open menu')(page).click()
    },
    opener: userButton,
    title: called('Keyboard shortcuts'),
    through: async (page) => {
      await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).focus()
      await page.keyboard.press('Enter')
    },
  },
  {
    name: 'item-history',
    path: () => '/all-data?tab=tiktok&sort=views',
    opener: (page) => page.getByRole('link', { name: /^History of / }).first(),
    title: called(/^History of a video by @/),
  },
  {
    name: 'columns',
    path: () => '/all-data',
    opener: button('Columns'),
    title: called('Columns'),
  },
]

/** Dialogs that Escape closes, returning the focus to the opener. */
export const DIALOGS: Dialog[] = [...FORMS, ...QUESTIONS, ...OTHERS]

/** Dialogs that replace another one, or that have no opener of their own. */
export const FOLLOWING: Dialog[] = [
  {
    name: 'import-question',
    path: sessions,
    opener: button('Bulk Import'),
    title: called('You are about to import 1001 sessions. This may take a moment. Continue?'),
    through: async (page) => {
      await page.getByLabel('Session IDs').fill(makeSessions(1001).join('\n'))
      await inDialog(page, 'Import Sessions').click()
    },
  },
  {
    name: 'text-files-only',
    path: instagram,
    opener: button('Add Account'),
    title: called('Please upload text files only'),
    through: async (page) => {
      await page.getByRole('dialog').getByText('Upload File').click()
      await page
        .getByRole('dialog')
        .locator('input[type=file]')
        .setInputFiles({ name: 'names.csv', mimeType: 'text/csv', buffer: Buffer.from('no') })
    },
  },
  {
    name: 'new-password',
    path: users,
    opener: (page, { member }) => button(`Reset the password of ${member}`)(page),
    title: called('Password reset'),
    through: (page) => inDialog(page, 'Reset password').click(),
  },
]

/** Opens a dialog by the keyboard, from its page. */
export async function openDialog(page: Page, dialog: Dialog, world: World): Promise<Locator> {
  const opener = dialog.opener(page, world)
  await opener.focus()
  await page.keyboard.press('Enter')
  await dialog.through?.(page, world)
  return page.getByRole('dialog', { name: dialog.title(world) })
}
