import type { ClearRemovedTables } from '../../src/use-cases/clear-removed-tables.ts'
import type { Task } from './task.ts'

export function clearRemovedTablesTask(clearRemovedTables: ClearRemovedTables): Task {
  return async (_payload, { signal }) => {
    await clearRemovedTables.execute(signal)
  }
}
