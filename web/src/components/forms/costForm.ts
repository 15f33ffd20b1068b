import type { Cost } from '@/util/metrics/cost'
import { formatExact } from '@/util/format'

/** Fields of all models, so that switching the model back and forth loses nothing. A blank limit means no limit. */
export type CostForm = {
  /** `inherit` means the platform's model. */
  model: Cost['model'] | 'inherit'
  flat: Amount
  rate: Amount
  cap: Amount
  base: Amount
  baseRate: Amount
  max: Amount
}

/** Value of a number field: empty, or a number. */
export type Amount = number | ''

const BLANK: CostForm = { model: 'inherit', flat: 1, rate: 1, cap: '', base: 0, baseRate: 1, max: '' }

/**
 * Converts a model to form values; `null` is the inherited one, whose values another choice begins with, so that its limit is not lost.
 * Fields of the other models get typical values.
 */
export function toForm(cost: Cost | null, inherited: Cost | null = null): CostForm {
  if (cost === null) return inherited === null ? BLANK : { ...toForm(inherited), model: 'inherit' }
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

/** Converts form values to a model; `null` for the platform's, `undefined` while a number is missing. */
export function fromForm(form: CostForm): Cost | null | undefined {
  const { model } = form
  const [flat, rate, cap] = [number(form.flat), number(form.rate), number(form.cap)]
  const [base, baseRate, max] = [number(form.base), number(form.baseRate), number(form.max)]
  if (model === 'inherit') return null
  if (model === 'none') return { model }
  if (model === 'flat') return flat === '' ? undefined : { model, cost: flat }
  if (model === 'per_mille') return rate === '' ? undefined : { model, rate, ...(cap === '' ? {} : { cap }) }
  if (base === '' || baseRate === '') return undefined
  return { model, base, rate: baseRate, ...(max === '' ? {} : { max }) }
}

/** While a number field has the focus, its value is a text if it ends with a zero or a separator: `2.50`. */
const number = (value: Amount): Amount => (value === '' ? '' : Number(value))

/** Upper limit that the server accepts. */
export const MAX_AMOUNT = 1_000_000_000

function amount(value: Amount): string | null {
  const good = value !== '' && value >= 0 && value <= MAX_AMOUNT
  return good ? null : `Enter a number from 0 to ${formatExact(MAX_AMOUNT)}`
}

const limit = (value: Amount) => (value === '' ? null : amount(value))
const when =
  (model: CostForm['model'], rule: (value: Amount) => string | null) =>
  (value: Amount, form: { cost: CostForm }) => (form.cost.model === model ? rule(value) : null)

/** Validation rules for a form with a `CostForm` under `cost`: only the chosen model's fields are checked. */
export const COST_RULES = {
  flat: when('flat', amount),
  rate: when('per_mille', amount),
  cap: when('per_mille', limit),
  base: when('base_plus', amount),
  baseRate: when('base_plus', amount),
  max: when('base_plus', limit),
}

/** Validates the code of a currency, which may be blank. */
export const currencyRule = (code: string) =>
  /^([A-Za-z]{3})?$/.test(code.trim()) ? null : 'Three letters, such as EUR or USD'

/** Returns the code as the server stores it; null if it is blank. */
export const currencyOf = (code: string) => code.trim().toUpperCase() || null
