import {
  Drawer as MantineDrawer,
  Modal as MantineModal,
  type DrawerProps,
  type ModalProps,
} from '@mantine/core'
import { useState } from 'react'
// The base of the others comes first.
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { useFocusReturn } from './useFocusReturn'

/** In a file of its own, so that it can be loaded on demand. */
export function Modal(props: ModalProps) {
  useFocusReturn(props.opened)
  return <MantineModal {...props} returnFocus={false} />
}

type Props = DrawerProps & { title: string }

/** Keeps its title while it closes, when the data that the title is made from may be gone. */
export function Drawer({ title, ...props }: Props) {
  const [last, setLast] = useState(title)
  if (props.opened && last !== title) setLast(title)
  useFocusReturn(props.opened)
  return <MantineDrawer {...props} title={props.opened ? title : last} returnFocus={false} />
}
