import type { ClearOldArrivals } from '../../src/use-cases/arrival/clear-old-arrivals.ts'
import type { Task } from './task.ts'

export function clearOldArrivalsTask(clearOldArrivals: ClearOldArrivals): Task {
  return async (_payload, { signal }) => {
    await clearOldArrivals.execute(signal)
  }
}
