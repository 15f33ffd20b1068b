import { Checkbox, type CheckboxProps } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'

/** Gives a user the role of a group admin. */
export function GroupAdminField(props: CheckboxProps) {
  return (
    <Checkbox
      label="Group admin (can manage group accounts)"
      description="Group admins also create, edit and delete the group’s users."
      {...props}
    />
  )
}
