import { formatExact } from '@/shared/lib/format'
import type { Cost } from './cost'

/** The fields of every model side by side, so that changing the model and back loses nothing. Blank where there is no limit. */
export type CostForm = {
  /** `inherit`: the platform's. */
  model: Cost['model'] | 'inherit'
  flat: Amount
  rate: Amount
  cap: Amount
  base: Amount
  baseRate: Amount
  max: Amount
}

/** What a field of numbers holds: nothing yet, or a number. */
export type Amount = number | ''

const BLANK: CostForm = { model: 'inherit', flat: 1, rate: 1, cap: '', base: 0, baseRate: 1, max: '' }

/** The form of a model; of `null`, which is the platform's, with likely values in the other fields. */
export function toForm(cost: Cost | null): CostForm {
  if (cost === null) return BLANK
  switch (cost.model) {
    case 'none':
      return { ...BLANK, model: 'none' }
    case 'flat':
      return { ...BLANK, model: 'flat', flat: cost.cost }
    case 'per_mille':
      return { ...BLANK, model: 'per_mille', rate: cost.rate, cap: cost.cap ?? '' }
    case 'base_plus':
      return { ...BLANK, model: 'base_plus', base: cost.base, baseRate: cost.rate, max: cost.max ?? '' }
  }
}

/** The model that a form describes; `null` for the platform's, `undefined` while a number is missing. */
export function fromForm(form: CostForm): Cost | null | undefined {
  const { model, flat, rate, cap, base, baseRate, max } = form
  if (model === 'inherit') return null
  if (model === 'none') return { model }
  if (model === 'flat') return flat === '' ? undefined : { model, cost: flat }
  if (model === 'per_mille') return rate === '' ? undefined : { model, rate, ...(cap === '' ? {} : { cap }) }
  if (base === '' || baseRate === '') return undefined
  return { model, base, rate: baseRate, ...(max === '' ? {} : { max }) }
}

/** More than a post can cost; the server's bound. */
export const LARGEST_AMOUNT = 1_000_000

function amount(value: Amount): string | null {
  const good = value !== '' && value >= 0 && value <= LARGEST_AMOUNT
  return good ? null : `A number from 0 to ${formatExact(LARGEST_AMOUNT)}`
}

const limit = (value: Amount) => (value === '' ? null : amount(value))
const when =
  (model: CostForm['model'], rule: (value: Amount) => string | null) =>
  (value: Amount, form: { cost: CostForm }) => (form.cost.model === model ? rule(value) : null)

/** Rules for a form that keeps a `CostForm` under `cost`: only the chosen model's fields must be right. */
export const COST_RULES = {
  flat: when('flat', amount),
  rate: when('per_mille', amount),
  cap: when('per_mille', limit),
  base: when('base_plus', amount),
  baseRate: when('base_plus', amount),
  max: when('base_plus', limit),
}
