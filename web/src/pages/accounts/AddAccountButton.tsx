import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'

export function AddAccountButton({ onClick }: { onClick: () => void }) {
  return (
    <Button leftSection={<IconPlus size={16} />} onClick={onClick}>
      Add Account
    </Button>
  )
}
