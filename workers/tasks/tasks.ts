import type { Container } from 'inversify'
import { AdvanceJob } from '../../src/use-cases/advance-job.ts'
import { ClearRemovedTables } from '../../src/use-cases/clear-removed-tables.ts'
import { ForgetIdempotencyKeys } from '../../src/use-cases/forget-idempotency-keys.ts'
import { advanceJobTask } from './advance-job.ts'
import { clearRemovedTablesTask } from './clear-removed-tables.ts'
import { forgetIdempotencyKeysTask } from './forget-idempotency-keys.ts'
import type { Task } from './task.ts'

/** Every task by the name that its queue entries carry. */
export function createTasks(container: Container): Readonly<Record<string, Task>> {
  return {
    'advance-job': advanceJobTask(container.get(AdvanceJob)),
    'clear-removed-tables': clearRemovedTablesTask(container.get(ClearRemovedTables)),
    'forget-idempotency-keys': forgetIdempotencyKeysTask(container.get(ForgetIdempotencyKeys)),
  }
}

/** What comes round by the clock (UTC). */
export const schedule = `
17 * * * * forget-idempotency-keys ?max=2
*/5 * * * * clear-removed-tables ?max=2
`
