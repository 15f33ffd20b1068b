import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { api } from '@/api/client'
import { errorMessage } from '@/api/errors'
import { FormDialog } from '@/components/Dialogs'
import { useReloadProxies, type Proxy } from '@/pages/sessions/proxiesQueries'
import { ERROR, SUCCESS } from '@/util/messages'
import { PLATFORMS, type Platform } from '@/util/platform'
import { toast } from '@/util/toast'
import { freePlatforms } from './proxy'

type Form = { name: string; url: string; serves: Platform | '' }

/** Adds a proxy. Its URL contains credentials, which are never displayed again. */
export function AddProxy({ proxies }: { proxies: Proxy[] }) {
  const [opened, { open, close }] = useDisclosure(false)
  const reload = useReloadProxies()
  const form = useForm<Form>({
    initialValues: { name: '', url: '', serves: '' },
    validate: {
      name: (name) => name.trim() === '' && 'Name is required',
      url: (url) => url.trim() === '' && 'Address is required',
    },
  })
  const closeDialog = () => {
    form.reset()
    close()
  }
  const add = api.useMutation('post', '/api/scraping/proxies', {
    onSuccess: async () => {
      await reload()
      toast.success(SUCCESS.proxyAdded)
      closeDialog()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.addProxy)),
  })
  return (
    <>
      <Button leftSection={<IconPlus size={16} />} onClick={open}>
        Add Proxy
      </Button>
      <FormDialog
        opened={opened}
        onClose={closeDialog}
        title="Add Proxy"
        submit="Add Proxy"
        busyText="Adding..."
        busy={add.isPending}
        onSubmit={form.onSubmit(({ name, url, serves }) =>
          add.mutate({ body: { name: name.trim(), url: url.trim(), ...(serves && { serves }) } }),
        )}
      >
        <TextInput
          label="Name"
          description="The name shown to admins"
          placeholder="Frankfurt"
          required
          maxLength={60}
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <TextInput
          label="Address"
          description="http://, https:// or socks5://, with the port, and with credentials if the proxy requires them. The address is stored encrypted and never shown again."
          placeholder="socks5://user:password@proxy.example.com:1080"
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('url')}
        />
        <NativeSelect
          label="Serves"
          data={[
            { value: '', label: 'Only assigned sessions' },
            ...freePlatforms(proxies).map((value) => ({
              value,
              label: `All ${PLATFORMS[value].name} runs`,
            })),
          ]}
          {...form.getInputProps('serves')}
        />
      </FormDialog>
    </>
  )
}
