import type { DrawerProps, ModalProps } from '@mantine/core'
import { dialogOnDemand } from '@/util/onDemand'

// A twelfth of the first load of most screens.
export const Modal = dialogOnDemand<ModalProps>(() => import('./MantineOverlays').then((file) => file.Modal))
export const Drawer = dialogOnDemand<DrawerProps & { title: string }>(() =>
  import('./MantineOverlays').then((file) => file.Drawer),
)
