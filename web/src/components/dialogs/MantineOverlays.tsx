// The base of the others comes first.
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import '@mantine/core/styles/Modal.layer.css'

/** In a file of its own, so that it can be loaded on demand. */
export { Drawer, Modal } from '@mantine/core'
