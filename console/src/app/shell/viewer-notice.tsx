import { Alert } from '@mantine/core'
import { Eye } from 'lucide-react'

/** Tells viewers above every page that they cannot change anything, instead of a refusal at each action. */
export function ViewerNotice() {
  return (
    <Alert icon={<Eye />} color="gray" mb="md" title="Your role is viewer">
      As a viewer, you can see tables, spinners, jobs, arrivals, messages and people, but you cannot change
      anything. An admin or owner can change your role.
    </Alert>
  )
}
