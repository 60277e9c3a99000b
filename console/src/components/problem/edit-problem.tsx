import { Alert, Button, Text } from '@mantine/core'
import { Users } from 'lucide-react'
import type { Edit } from '../../api/client.ts'
import { isProblem } from '../../api/problem.ts'
import { ProblemAlert } from './problem-alert.tsx'

/**
 * Shows why an edit was not saved. If another user has changed the same thing meanwhile, says so and offers to replace
 * their change.
 */
export function EditProblem({
  edit: { error, variables, isPending },
  thing,
  onReplace,
}: {
  edit: { error: unknown; variables: Edit<unknown> | undefined; isPending: boolean }
  /** The word for the edited thing, such as "sender". */
  thing: string
  onReplace: () => void
}) {
  const isConflict = isProblem(error, 'CONFLICT') && variables?.revision !== null
  if (!isConflict) return <ProblemAlert error={error} />
  return (
    <Alert
      variant="default"
      icon={<Users />}
      role="alert"
      title={`This ${thing} was changed while you edited it`}
    >
      <Text size="sm">
        Nothing was saved. To see the other change, close this form and open it again. To replace it, save
        your version.
      </Text>
      <Button size="xs" variant="default" mt="sm" loading={isPending} onClick={onReplace}>
        Save my version
      </Button>
    </Alert>
  )
}
