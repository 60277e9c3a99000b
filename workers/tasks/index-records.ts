import type { FillIndexes } from '../../src/use-cases/table/fill-indexes.ts'
import type { Task } from './task.ts'

export function indexRecordsTask(fillIndexes: FillIndexes): Task {
  return async (_payload, { signal }) => {
    await fillIndexes.execute(signal)
  }
}
