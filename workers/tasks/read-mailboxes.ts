import type { ReadMailboxes } from '../../src/use-cases/sender/heard/read-mailboxes.ts'
import type { Task } from './task.ts'

export function readMailboxesTask(readMailboxes: ReadMailboxes): Task {
  return async (_payload, { signal, logger }) => {
    await readMailboxes.execute(signal, ({ error, ...failure }) => {
      const what = failure.mail === null ? 'a mailbox could not be read' : 'a mail could not be processed'
      logger.warn({ err: error, ...failure }, what)
    })
  }
}
