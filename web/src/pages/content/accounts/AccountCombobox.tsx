import { useLayoutEffect, useState } from 'react'
import { useFoundAccounts } from '@/api/accountChoices'
import { SearchField } from '@/components/forms/search/SearchField'
import { useSearchText } from '@/components/forms/search/useSearchText'
import { useContentScope } from '@/pages/content/scope'
import { platformsIn } from '@/pages/content/tables'
import { NOTE_ID } from './AccountChips'
import { AT, LABEL, type AccountFieldProps } from './AccountField'
import { accountNames, addNames, MAX_ACCOUNTS, MAX_LENGTH } from './accountNames'
import { isNamed, mergeNames, splitTyped, typedName } from './suggestions'

const WORDS = { one: 'account', many: 'accounts' }

/** Wide enough for a username and its group. */
const LIST_WIDTH = 320

type Props = AccountFieldProps & {
  /** What the user typed into the field before this one; undefined without the focus. */
  begun: string | undefined
}

/** Suggests tracked accounts. Their usernames are added to the filter, or the typed text. */
export function AccountCombobox({ table, value, onEdit, inputRef, begun }: Props) {
  const { groupId } = useContentScope()
  const [used, setUsed] = useState(begun !== undefined)
  const text = useSearchText(begun)
  const found = useFoundAccounts(text.searched, { platforms: platformsIn(table), groupId, enabled: used })
  const data = mergeNames(found.data)
  const names = accountNames(value)
  const add = (added: readonly string[]) => onEdit((filter) => addNames(filter, added))
  const typed = typedName(text.text, data?.choices ?? [], names)
  const type = (next: string) => {
    const split = splitTyped(next)
    text.setText(split.rest)
    if (split.names.length > 0) add(split.names)
  }
  useLayoutEffect(() => {
    if (begun === undefined) return
    type(begun)
    inputRef.current?.focus()
    inputRef.current?.setSelectionRange(begun.length, begun.length)
    // Only when the field appears.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps
  }, [])
  return (
    <div onFocus={() => setUsed(true)}>
      <SearchField
        label={LABEL}
        words={WORDS}
        text={{ ...text, setText: type }}
        found={{ ...found, data }}
        isChosen={(choice) => isNamed(names, choice)}
        onChoose={({ name }) => add([name])}
        typed={
          typed === undefined
            ? undefined
            : { label: `Usernames with “${typed}”`, onChoose: () => add([typed]) }
        }
        full={names.length >= MAX_ACCOUNTS}
        closes
        icon={AT}
        listWidth={LIST_WIDTH}
        maxLength={MAX_LENGTH}
        describedBy={NOTE_ID}
        inputRef={inputRef}
      />
    </div>
  )
}
