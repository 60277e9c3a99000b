import type { FoldActivity } from '../../src/use-cases/account/fold-activity.ts'
import type { Task } from './task.ts'

export function foldActivityTask(foldActivity: FoldActivity): Task {
  return async (_payload, { signal }) => {
    await foldActivity.execute(signal)
  }
}
