import { NativeSelect, NumberInput, SimpleGrid, Stack } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { FORMATS } from '@/util/locale'
import { costOf, cpmOf, formatCost, type Cost } from '@/util/metrics/cost'
import { formatAmount, formatCpm, formatExact } from '@/util/format'
import { fromForm, MAX_AMOUNT, type CostForm } from './costForm'
import classes from './CostFields.module.css'

/** Part of a form with a `CostForm` under `cost`. */
type Form = {
  values: { cost: CostForm }
  getInputProps: (path: `cost.${keyof CostForm}`) => object
}
/** Without an `inherited` model, there is no platform default to fall back to. */
type Props = { form: Form; inherited?: Cost | undefined; inheritable?: boolean }

const MODELS: { value: CostForm['model']; label: string }[] = [
  { value: 'inherit', label: 'Platform default' },
  { value: 'flat', label: 'Flat fee per post' },
  { value: 'per_mille', label: 'Rate per 1,000 views' },
  { value: 'base_plus', label: 'Base fee + rate per 1,000 views' },
  { value: 'none', label: 'No cost' },
]

/** As in the examples below the fields. Both separators are accepted. */
const DECIMAL_SEPARATOR =
  new Intl.NumberFormat(FORMATS.numbers).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ??
  '.'

const FIELDS: Record<CostForm['model'], [field: keyof CostForm, label: string][]> = {
  inherit: [],
  none: [],
  flat: [['flat', 'Fee per post']],
  per_mille: [
    ['rate', 'Rate per 1,000 views'],
    ['cap', 'Maximum per post'],
  ],
  base_plus: [
    ['base', 'Base fee per post'],
    ['baseRate', 'Rate per 1,000 views'],
    ['max', 'Maximum per post'],
  ],
}

/** Selects a cost model and explains its effect in a sentence and with examples. */
export function CostFields({ form, inherited, inheritable = false }: Props) {
  const { cost } = form.values
  const chosen = fromForm(cost)
  const effective = chosen === null ? inherited : chosen
  const fields = FIELDS[cost.model]
  return (
    <Stack gap="sm">
      <NativeSelect
        label="Cost model"
        description={effective ? formatCost(effective) : 'The cost of a post determines its CPM'}
        data={inheritable ? MODELS : MODELS.filter(({ value }) => value !== 'inherit')}
        {...form.getInputProps('cost.model')}
      />
      {fields.length > 0 && (
        <SimpleGrid cols={{ base: 1, xs: fields.length }} spacing="md">
          {fields.map(([field, label]) => (
            <NumberInput
              key={field}
              label={label}
              min={0}
              max={MAX_AMOUNT}
              clampBehavior="none"
              decimalScale={6}
              decimalSeparator={DECIMAL_SEPARATOR}
              hideControls
              placeholder={field === 'cap' || field === 'max' ? 'No limit' : ''}
              {...form.getInputProps(`cost.${field}`)}
            />
          ))}
        </SimpleGrid>
      )}
      {effective && effective.model !== 'none' && <CostExamples cost={effective} />}
    </Stack>
  )
}

/** An ordinary post, a good one and a viral one. */
const VIEWS = [10_000, 100_000, 1_000_000]

/** Shows what three example posts cost under a model. */
function CostExamples({ cost }: { cost: Cost }) {
  return (
    <table className={classes.examples} aria-label="Examples">
      <thead>
        <tr>
          <th scope="col">Example</th>
          <th scope="col">Cost</th>
          <th scope="col">CPM</th>
        </tr>
      </thead>
      <tbody>
        {VIEWS.map((views) => (
          <tr key={views}>
            <th scope="row">{formatExact(views)} views</th>
            <td>{formatAmount(costOf(cost, views) ?? 0)}</td>
            <td>{formatCpm(cpmOf(cost, views) ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
