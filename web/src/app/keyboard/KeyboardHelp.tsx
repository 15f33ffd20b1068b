import { ActionIcon, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconKeyboard } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useShortcuts } from './useShortcuts'

const LABEL = 'Keyboard shortcuts'
const KeyboardDialog = lazy(() =>
  import('./KeyboardDialog').then((file) => ({ default: file.KeyboardDialog })),
)

/** The button that shows which keys there are, and the keys themselves. */
export function KeyboardHelp() {
  const [opened, { open, close }] = useDisclosure(false)
  const [wanted, setWanted] = useState(false)
  const show = () => {
    setWanted(true)
    open()
  }
  useShortcuts(show)
  return (
    <>
      <Tooltip label={LABEL}>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={LABEL} onClick={show}>
          <IconKeyboard size={18} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <Suspense>{wanted && <KeyboardDialog title={LABEL} opened={opened} onClose={close} />}</Suspense>
    </>
  )
}
