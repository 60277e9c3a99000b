import { Alert } from '@mantine/core'
import { Eye } from 'lucide-react'

/** What a viewer is told once, in the place of each refusal. */
export function ViewerNotice() {
  return (
    <Alert icon={<Eye />} color="gray" mb="md" title="You are a viewer">
      You see everything here and change nothing. An admin of the organization gives other roles.
    </Alert>
  )
}
