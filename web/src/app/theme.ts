import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'
import { colorVariable, platformFields, PLATFORMS } from '@/util/platform'

/** Accent color: a quiet ink blue, distinct from both platforms' colors. White on shade 6 and darker passes AA. */
const ink: MantineColorsTuple = [
  '#eef1fc',
  '#dbe1f7',
  '#b6c3ee',
  '#8fa3e6',
  '#6f88de',
  '#5873d8',
  '#4463d0',
  '#3353c4',
  '#2b48ad',
  '#223b92',
]

/** Cool grays for the dark theme, from text to the darkest background. */
const dark: MantineColorsTuple = [
  '#e7eaed',
  '#b8c0c9',
  '#98a2ad',
  '#6b7580',
  '#343b44',
  '#282e35',
  '#1c2025',
  '#15181c',
  '#101316',
  '#0b0d0f',
]

const MOTION_MS = 120

const OVERLAY = {
  closeButtonProps: { 'aria-label': 'Close' },
  padding: 'lg',
  transitionProps: { duration: MOTION_MS },
  overlayProps: { backgroundOpacity: 0.4 },
  // A dialog's heading must not count as the page's banner.
  attributes: { header: { role: 'presentation' } },
}

export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 6 },
  colors: { ink, dark },
  fontFamily:
    '-apple-system, "Segoe UI", Roboto, Cantarell, "Noto Sans", "Helvetica Neue", Arial, system-ui, sans-serif',
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  spacing: { xs: '8px', sm: '8px', md: '16px', lg: '24px', xl: '32px' },
  // Borders separate surfaces in both themes.
  shadows: { xs: 'none', sm: 'none', md: 'none', lg: 'none', xl: 'none' },
  defaultRadius: 'md',
  radius: { sm: '4px', md: '6px', lg: '8px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'default', size: 36 } },
    Modal: { defaultProps: OVERLAY },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Drawer: { defaultProps: OVERLAY },
    Tooltip: { defaultProps: { withArrow: true, transitionProps: { duration: MOTION_MS } } },
    Menu: { defaultProps: { transitionProps: { duration: MOTION_MS } } },
  },
})

/** Adds the platforms' colors to the style variables of each theme, and replaces some of Mantine's. */
export const styleVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...platformFields(colorVariable, (platform) => PLATFORMS[platform].color.light),
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#16191d',
    '--mantine-color-dimmed': '#59626c',
    '--mantine-color-default-border': '#d3d9df',
    '--mantine-color-error': '#c22a2a',
  },
  dark: {
    ...platformFields(colorVariable, (platform) => PLATFORMS[platform].color.dark),
    '--mantine-color-body': '#15181c',
    '--mantine-color-text': '#e7eaed',
    '--mantine-color-dimmed': '#98a2ad',
    '--mantine-color-default-border': '#343b44',
    '--mantine-color-error': '#ff8787',
    '--mantine-primary-color-light': 'rgb(111 136 222 / 16%)',
    '--mantine-color-anchor': '#93a9f5',
  },
})
