import { NativeSelect } from '@mantine/core'
import { useIsAdmin } from '@/api/session'
import { GroupSelect } from '@/components/forms/GroupSelect'
import { useContentScope } from './scope'

/**
 * Selects whose content is shown. Nothing for members without a group, who see that of all, and for those who may only see that of
 * their own.
 */
export function ScopeSelect() {
  const admin = useIsAdmin()
  const { groupId, showGroup, own } = useContentScope()
  if (admin) return <GroupSelect value={groupId} onChange={showGroup} />
  if (own === undefined) return null
  return (
    <NativeSelect
      aria-label="Content of"
      data={[
        { value: 'own', label: 'My group' },
        { value: 'all', label: 'All Groups' },
      ]}
      value={own.shown ? 'own' : 'all'}
      onChange={({ currentTarget: { value } }) => own.show(value === 'own')}
    />
  )
}
