import { useDisclosure } from '@mantine/hooks'
import { IconKeyboard } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '@/shared/ui/IconButton'
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
      <IconButton icon={IconKeyboard} label={LABEL} onClick={show} />
      <Suspense>{wanted && <KeyboardDialog title={LABEL} opened={opened} onClose={close} />}</Suspense>
    </>
  )
}
