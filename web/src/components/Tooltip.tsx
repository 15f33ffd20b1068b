/** In a file of its own, so that it can be loaded on demand. */
export { Tooltip } from '@mantine/core'
