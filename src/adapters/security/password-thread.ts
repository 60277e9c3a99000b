import { parentPort } from 'node:worker_threads'
import { ZxcvbnPasswordStrength } from './zxcvbn-password-strength.ts'

/** A new password, and the names and addresses of its owner that it may not consist of. */
export interface PasswordQuestion {
  readonly password: string
  readonly own: readonly string[]
}

const strength = new ZxcvbnPasswordStrength()

/** Rates passwords one after the other in this thread. */
parentPort?.on('message', ({ password, own }: PasswordQuestion) => {
  void strength.weaknessOf(password, own).then((weakness) => parentPort?.postMessage(weakness))
})
