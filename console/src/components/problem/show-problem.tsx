import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { messageOf } from '../message/message-of.ts'
import { ProblemText } from './problem-text.tsx'

/** Tells of an error in a corner of the screen, until it is closed; first, what came of it. */
export function showProblem(error: unknown, outcome?: string): void {
  const said = messageOf(error)
  notifications.show({
    color: 'red',
    title: outcome ?? said,
    message: (
      <>
        {outcome !== undefined && <Text size="sm">{said}</Text>}
        <ProblemText error={error} />
      </>
    ),
    autoClose: 15_000,
    closeButtonProps: { 'aria-label': 'Close' },
    role: 'alert',
  })
}
