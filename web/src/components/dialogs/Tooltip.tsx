import '@mantine/core/styles/Tooltip.layer.css'

/** In a file of its own, so that it can be loaded on demand. */
export { Tooltip } from '@mantine/core'
