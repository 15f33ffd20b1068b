import type { Cost } from './cost'

/** Parses a cost model from untyped data; `undefined` if it is not one. */
export function readCost(value: unknown): Cost | undefined {
  if (typeof value !== 'object' || value === null || !('model' in value)) return undefined
  const amount = (name: string) => amountOf(value, name)
  const [cost, rate, base] = [amount('cost'), amount('rate'), amount('base')]
  if (value.model === 'none') return { model: 'none' }
  if (value.model === 'flat' && cost !== undefined) return { model: 'flat', cost }
  if (value.model === 'per_mille' && rate !== undefined)
    return { model: 'per_mille', rate, cap: amount('cap') ?? null }
  if (value.model === 'base_plus' && base !== undefined && rate !== undefined)
    return { model: 'base_plus', base, rate, max: amount('max') ?? null }
  return undefined
}

function amountOf(record: object, name: string): number | undefined {
  const value: unknown = Object.entries(record).find(([key]) => key === name)?.[1]
  return typeof value === 'number' ? value : undefined
}
