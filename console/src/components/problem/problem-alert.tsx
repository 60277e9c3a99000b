import { Alert, Button } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { t } from '../../languages/text.ts'
import { messageOf } from '../message/message-of.ts'
import { ProblemText } from './problem-text.tsx'

/** Shows an error within the page, with a button to retry if `retry` is given. */
export function ProblemAlert({ error, retry }: { error: unknown; retry?: () => unknown }) {
  if (error === null || error === undefined) return null
  return (
    <Alert color="red" variant="light" icon={<CircleAlert />} title={messageOf(error)} role="alert">
      <ProblemText error={error} />
      {retry !== undefined && (
        <Button size="xs" variant="default" mt="sm" onClick={() => retry()}>
          {t('Try again')}
        </Button>
      )}
    </Alert>
  )
}
