import { Checkbox, type CheckboxProps } from '@mantine/core'

/** Whether everybody in a group may change what it tracks. */
export function MembersRule(props: CheckboxProps) {
  return (
    <Checkbox
      label="Members may manage accounts"
      description="Otherwise only the group's admins add, scrape and delete them"
      {...props}
    />
  )
}
