import { SegmentedControl } from '@mantine/core'

type Props<Value extends string> = {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** A choice of few options, all visible. */
export function SegmentedFilter<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  return (
    <SegmentedControl aria-label={label} size="xs" data={[...options]} value={value} onChange={onChange} />
  )
}
