import { SegmentedControl } from '@mantine/core'
// The base of the other comes first.
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'

type Props<Value extends string> = {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  size?: 'xs' | 'sm'
}

/** Offers a choice of few options, all visible. */
export function SegmentedFilter<Value extends string>({
  label,
  options,
  value,
  onChange,
  size = 'xs',
}: Props<Value>) {
  return (
    <SegmentedControl aria-label={label} size={size} data={[...options]} value={value} onChange={onChange} />
  )
}
