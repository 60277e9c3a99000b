import { Text } from '@mantine/core'
import { t } from '../../languages/text.ts'
import { messageOf } from '../message/message-of.ts'
import { showLatest } from '../show-done.ts'
import { ProblemText } from './problem-text.tsx'

/**
 * Shows an error as a notification for 15 seconds. Its title is `outcome` if given, otherwise the error's
 * message.
 */
export function showProblem(error: unknown, outcome?: string): void {
  const said = messageOf(error)
  // A problem that occurs again replaces its notification. A pile of equal ones would cover a dialog on a phone.
  showLatest(`problem ${outcome ?? ''} ${said}`, {
    color: 'red',
    title: outcome ?? said,
    message: (
      <>
        {outcome !== undefined && <Text size="sm">{said}</Text>}
        <ProblemText error={error} />
      </>
    ),
    autoClose: 15_000,
    closeButtonProps: { 'aria-label': t('Close') },
    role: 'alert',
  })
}
