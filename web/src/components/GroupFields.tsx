import { NumberInput, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { GroupBasics } from './groupBasics'

type Props = {
  form: { getInputProps: (path: keyof GroupBasics) => object }
  /** Additional number fields, beside the limits. */
  children?: ReactNode
}

/** Fields of every group: its name and its account limits. */
export function GroupFields({ form, children }: Props) {
  return (
    <>
      <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
      <Textarea label="Description" autosize minRows={2} {...form.getInputProps('description')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <NumberInput
          label="Max Instagram accounts"
          allowDecimal={false}
          {...form.getInputProps('max_instagram_accounts')}
        />
        <NumberInput
          label="Max TikTok accounts"
          allowDecimal={false}
          {...form.getInputProps('max_tiktok_accounts')}
        />
        {children}
      </SimpleGrid>
    </>
  )
}
