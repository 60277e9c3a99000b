import { Alert } from '@mantine/core'
import { Eye } from 'lucide-react'
import { t } from '../../languages/text.ts'
import { usePath } from './use-path.ts'

/** Tells viewers on Home why the pages have no buttons that change anything. */
export function ViewerNotice() {
  if (usePath() !== '/') return null
  return (
    <Alert icon={<Eye />} color="gray" mb="md" title={t('Your role is viewer')}>
      {t(
        'As a viewer, you can see tables, spinners, jobs, arrivals, messages and people, but you cannot change anything. An admin or owner can change your role.',
      )}
    </Alert>
  )
}
