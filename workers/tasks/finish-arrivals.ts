import type { FinishArrivals } from '../../src/use-cases/arrival/finish-arrivals.ts'
import type { Task } from './task.ts'

export function finishArrivalsTask(finishArrivals: FinishArrivals): Task {
  return async (_payload, { signal }) => {
    await finishArrivals.execute(signal)
  }
}
