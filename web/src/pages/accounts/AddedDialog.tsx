import { Button, Group, Modal, Text } from '@mantine/core'
import type { Added } from './model'
import { ResultList } from './ResultList'

type Props = { opened: boolean; title: string; added: Added | undefined; onClose: () => void }

/** Shows the result of each entry of a submitted list. */
export function AddedDialog({ opened, title, added, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} centered size="lg">
      {added && (
        <>
          <Text fz="sm" mb="sm" role="status">
            {added.message}
          </Text>
          <ResultList label="Results" results={added.results} />
        </>
      )}
      <Group justify="flex-end" mt="lg">
        <Button data-autofocus onClick={onClose}>
          Done
        </Button>
      </Group>
    </Modal>
  )
}
