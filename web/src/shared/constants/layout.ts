/** Narrower than this, tables become lists of cards. */
export const PHONE = '(max-width: 47.99em)'

/** Narrower than this, the sidebar collapses to a menu. Mantine's breakpoint of the same name. */
export const SIDEBAR_BREAKPOINT = 'md'
