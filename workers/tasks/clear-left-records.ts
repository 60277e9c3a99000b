import type { ClearLeftRecords } from '../../src/use-cases/table/clear-left-records.ts'
import type { Task } from './task.ts'

export function clearLeftRecordsTask(clearLeftRecords: ClearLeftRecords): Task {
  return async (_payload, { signal }) => {
    await clearLeftRecords.execute(signal)
  }
}
