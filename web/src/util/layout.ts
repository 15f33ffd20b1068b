/** Below this width, tables become lists of cards. */
export const PHONE = '(max-width: 47.99em)'

/** Below this width, the sidebar collapses into a menu. Mantine's breakpoint of the same name. */
export const SIDEBAR_BREAKPOINT = 'md'
