import { useDisclosure } from '@mantine/hooks'
import { IconKeyboard } from '@tabler/icons-react'
import { IconButton } from '@/components/IconButton'
import { KeyboardDialog } from './KeyboardDialog'
import { useShortcuts } from './useShortcuts'

const LABEL = 'Keyboard shortcuts'

/** Button that opens the list of keyboard shortcuts; also registers the shortcuts. */
export function KeyboardHelp() {
  const [opened, { open, close }] = useDisclosure(false)
  useShortcuts(open)
  return (
    <>
      <IconButton icon={IconKeyboard} label={LABEL} onClick={open} />
      <KeyboardDialog title={LABEL} opened={opened} onClose={close} />
    </>
  )
}
