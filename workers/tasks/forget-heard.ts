import type { ForgetHeard } from '../../src/use-cases/sender/heard/forget-heard.ts'
import type { Task } from './task.ts'

export function forgetHeardTask(forgetHeard: ForgetHeard): Task {
  return async (_payload, { signal }) => {
    await forgetHeard.execute(signal)
  }
}
