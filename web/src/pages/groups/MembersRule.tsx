import { Checkbox, type CheckboxProps } from '@mantine/core'

/** Whether all members may change the tracked accounts of their group. */
export function MembersRule(props: CheckboxProps) {
  return (
    <Checkbox
      label="Members may manage accounts"
      description="Otherwise only the group's admins add, scrape and delete them"
      {...props}
    />
  )
}
