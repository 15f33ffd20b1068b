/** In a file of its own, so that it is loaded when it is needed. */
export { Tooltip } from '@mantine/core'
