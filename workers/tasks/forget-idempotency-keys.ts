import type { ForgetIdempotencyKeys } from '../../src/use-cases/arrival/forget-idempotency-keys.ts'
import type { Task } from './task.ts'

export function forgetIdempotencyKeysTask(forgetIdempotencyKeys: ForgetIdempotencyKeys): Task {
  return async () => {
    await forgetIdempotencyKeys.execute()
  }
}
