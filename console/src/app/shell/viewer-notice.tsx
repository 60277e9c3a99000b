import { Alert } from '@mantine/core'
import { Eye } from 'lucide-react'

/** Tells viewers above every page that they cannot change anything, instead of a refusal at each action. */
export function ViewerNotice() {
  return (
    <Alert icon={<Eye />} color="gray" mb="md" title="You are a viewer">
      You can see everything here but change nothing. An admin of the organization can change your role.
    </Alert>
  )
}
