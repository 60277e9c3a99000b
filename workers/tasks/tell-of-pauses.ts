import type { TellOfPauses } from '../../src/use-cases/sender/pacing/tell-of-pauses.ts'
import type { Task } from './task.ts'

export function tellOfPausesTask(tellOfPauses: TellOfPauses): Task {
  return async () => {
    await tellOfPauses.execute()
  }
}
