import { loadOnDemand } from '@/util/onDemand'
import type { SelectProps } from './SelectCheckbox'

const checkbox = loadOnDemand(() => import('./SelectCheckbox').then((file) => file.SelectCheckbox))

/** Selects an account for deletion, unless it is managed elsewhere. The checkbox is loaded after the accounts. */
export function SelectAccount(props: SelectProps) {
  // As wide as a checkbox, so that nothing beside it moves.
  return checkbox.useLoaded(true) ? (
    <checkbox.Loaded {...props} />
  ) : (
    <span className={props.className} style={{ width: 20 }} />
  )
}
