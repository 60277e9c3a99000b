import type { ForgetRehearsals } from '../../src/use-cases/job/rehearsal/forget-rehearsals.ts'
import type { Task } from './task.ts'

export function forgetRehearsalsTask(forgetRehearsals: ForgetRehearsals): Task {
  return async (_payload, { signal }) => {
    await forgetRehearsals.execute(signal)
  }
}
