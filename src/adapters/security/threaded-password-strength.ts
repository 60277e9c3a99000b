import type { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import type { PasswordWeakness } from '../../domain/account/password/password-weakness.ts'
import { DomainError } from '../../domain/errors.ts'
import { QuestionThread, ThreadLost } from '../threads/question-thread.ts'
import { startThread } from '../threads/start-thread.ts'
import type { PasswordQuestion } from './password-thread.ts'

const threadFile = new URL('./password-thread.ts', import.meta.url)

/** The memory limits of the password thread in megabytes. The list of common passwords takes 30 MB. */
const threadMemory = { heapMb: 128, youngMb: 8 }

/** The milliseconds in which the thread must rate a password. The first one waits until the list is loaded. */
const maxMs = 10_000

/** The largest number of passwords that wait to be rated. One takes about 5 ms, and a crafted one up to 40 ms. */
const maxWaiting = 50

interface Thread {
  readonly worker: Worker
  readonly questions: QuestionThread<PasswordQuestion, PasswordWeakness | null>
}

/**
 * `ThreadedPasswordStrength` rates new passwords in a thread. Loading the list of common passwords takes a quarter
 * of a second, for which it would block all other requests of the process. The thread starts with the first password,
 * and ends when no password was rated for `idleMs` milliseconds, which frees its memory.
 */
export class ThreadedPasswordStrength {
  readonly #idleMs: number
  readonly #inTurn = pLimit(1)
  #thread: Thread | null = null
  #ending: NodeJS.Timeout | null = null

  constructor(idleMs = 60_000) {
    this.#idleMs = idleMs
  }

  weaknessOf(password: string, own: readonly string[]): Promise<PasswordWeakness | null> {
    if (this.#inTurn.pendingCount >= maxWaiting) return Promise.reject(new DomainError('OVERLOADED'))
    return this.#inTurn(() => this.#ask({ password, own }))
  }

  async #ask(question: PasswordQuestion): Promise<PasswordWeakness | null> {
    if (this.#ending !== null) clearTimeout(this.#ending)
    const thread = (this.#thread ??= this.#start())
    thread.worker.ref()
    try {
      return await thread.questions.ask(question, maxMs)
    } catch (error) {
      if (this.#thread === thread) this.#end()
      // Reports a fault of the thread itself, which a retry would meet again, so that it is logged.
      throw error instanceof ThreadLost && error.loss !== 'fault' ? new DomainError('OVERLOADED') : error
    } finally {
      // Lets the process exit while no password is rated.
      thread.worker.unref()
      this.#ending = setTimeout(() => this.#end(), this.#idleMs).unref()
    }
  }

  #start(): Thread {
    const worker = startThread(threadFile, { ...threadMemory, workerData: null })
    const thread = {
      worker,
      questions: new QuestionThread<PasswordQuestion, PasswordWeakness | null>(worker),
    }
    worker.once('exit', () => {
      if (this.#thread === thread) this.#thread = null
    })
    return thread
  }

  #end(): void {
    void this.#thread?.questions.end()
    this.#thread = null
  }
}
