import { notifications } from '@mantine/notifications'
import { messageOf } from './message-of.ts'
import { ProblemText } from './problem-text.tsx'

/** Tells of an error in a corner of the screen, until it is closed. */
export function showProblem(error: unknown): void {
  notifications.show({
    color: 'red',
    title: messageOf(error),
    message: <ProblemText error={error} />,
    autoClose: 15_000,
    closeButtonProps: { 'aria-label': 'Close' },
    role: 'alert',
  })
}
