/** Texts of the error and success catalogue. Where the server sends an `error` text, that one is shown instead of a fallback. */

export const ERROR = {
  forbidden: 'Access denied',
  server: 'Server error. Please try again later.',
  loginFailed: 'Login failed',
  loginUnexpected: 'An error occurred. Please try again.',
  addAccount: 'Failed to add account',
  scrape: 'Scraping failed',
  scrapeAccounts: '❌ Failed to scrape accounts',
  deleteAccounts: 'Failed to delete accounts',
  createGroup: 'Failed to create group',
  updateGroup: 'Failed to update group',
  toggleGroup: 'Failed to update group status',
  deleteGroup: 'Failed to delete group',
  createUser: 'Failed to create user',
  updateIntervals: 'Failed to update intervals',
  noAccounts: 'No accounts to scrape',
  textFilesOnly: 'Please upload text files only',
  fileTooLarge: 'File is too large. Maximum size is 10MB',
  addSessions: 'Failed to add sessions',
  deleteSessions: 'Failed to delete sessions',
  uploadFile: 'Failed to upload file',
  sessionsMoved: 'The list has changed meanwhile, so nothing was deleted. Here it is as it is now.',
  copy: 'Copying was blocked by the browser',
  load: 'Failed to load',
  offline: 'The server could not be reached.',
} as const

export const SUCCESS = {
  welcome: 'Welcome back!',
  accountAdded: 'Account added successfully',
  accountDeleted: 'Account deleted',
  groupUpdated: 'Group updated',
  groupCreated: 'Group created successfully',
  sessionDeleted: 'Session deleted',
  copied: 'Copied to clipboard',
  upToDate: 'Profile is up to date - no new posts/videos',
} as const
