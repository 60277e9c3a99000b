import { Alert, Button, Text } from '@mantine/core'
import { Users } from 'lucide-react'
import { isOutdated } from '../../api/problem.ts'
import { t } from '../../languages/text.ts'
import { ProblemAlert } from './problem-alert.tsx'

const titles = {
  arrival: t('This arrival was changed while you edited it'),
  contactPolicy: t('This contact policy was changed while you edited it'),
  dataTable: t('This data table was changed while you edited it'),
  destination: t('This destination was changed while you edited it'),
  mapping: t('This mapping was changed while you edited it'),
  pool: t('This pool was changed while you edited it'),
  rules: t('This list of rules was changed while you edited it'),
  segment: t('This segment was changed while you edited it'),
  sender: t('This sender was changed while you edited it'),
  template: t('This template was changed while you edited it'),
} as const

/**
 * Shows why an edit was not saved. If another user has changed the same thing meanwhile, says so and offers to replace
 * their change.
 */
export function EditProblem({
  edit: { error, isPending },
  thing,
  place = 'form',
  onReplace,
}: {
  edit: { error: unknown; isPending: boolean }
  /** The kind of the edited thing. */
  thing: keyof typeof titles
  /** The place in which the user edits the thing: a form that can be closed, or a page. */
  place?: 'form' | 'page'
  onReplace: () => void
}) {
  if (!isOutdated(error)) return <ProblemAlert error={error} />
  return (
    <Alert variant="default" icon={<Users />} role="alert" title={titles[thing]}>
      <Text size="sm">
        {place === 'form'
          ? t(
              'Nothing was saved. To see the other change, close this form and open it again. To replace it, save your version.',
            )
          : t(
              'Nothing was saved. To see the other change, reload this page. To replace it, save your version.',
            )}
      </Text>
      <Button size="xs" variant="default" mt="sm" loading={isPending} onClick={onReplace}>
        {t('Save my version')}
      </Button>
    </Alert>
  )
}
