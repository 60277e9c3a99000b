import type { ReadMailboxes } from '../../src/use-cases/sender/heard/read-mailboxes.ts'
import type { Task } from './task.ts'

export function readMailboxesTask(readMailboxes: ReadMailboxes): Task {
  return async (_payload, { signal }) => {
    await readMailboxes.execute(signal)
  }
}
