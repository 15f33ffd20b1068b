import { TextInput, type TextInputProps } from '@mantine/core'

type Props = TextInputProps & {
  /** Effect of a blank field. */
  blank: string
}

/** Asks for a currency code, which may be left blank. */
export function CurrencyField({ blank, ...rest }: Props) {
  return (
    <TextInput
      label="Currency"
      description={`Currency code, such as EUR or USD. Leave blank for ${blank}. Amounts are not converted.`}
      maxLength={3}
      w={{ base: '100%', xs: '50%' }}
      {...rest}
    />
  )
}
