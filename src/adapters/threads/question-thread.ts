import type { Worker } from 'node:worker_threads'
import { isOutOfMemory } from './start-thread.ts'

/** The reason why a worker thread has ended and answers nothing more: memory, time, a fault, or another end. */
export type Loss = 'memory' | 'time' | 'fault' | 'ended'

/** `ThreadLost` is thrown if a worker thread ended before it answered the question that it was asked. */
export class ThreadLost extends Error {
  readonly loss: Loss

  constructor(loss: Loss, cause?: unknown) {
    super(`The thread ended: ${loss}`, { cause })
    this.loss = loss
  }
}

interface Pending<Answer> {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: ThreadLost) => void
  readonly deadline: NodeJS.Timeout
}

/**
 * `QuestionThread` asks a thread one question after the other and ends the thread if an answer takes too
 * long.
 */
export class QuestionThread<Question, Answer> {
  readonly #worker: Worker
  #pending: Pending<Answer> | null = null
  #lost: ThreadLost | null = null

  constructor(worker: Worker) {
    this.#worker = worker
    worker.on('message', (answer: Answer) => this.#settle()?.resolve(answer))
    worker.on('error', (error: Error) =>
      this.#lose(new ThreadLost(isOutOfMemory(error) ? 'memory' : 'fault', error)),
    )
    worker.on('messageerror', (error: Error) => this.#lose(new ThreadLost('fault', error)))
    worker.on('exit', () => this.#lose(new ThreadLost('ended')))
  }

  /**
   * Asks the thread a question. Rejects with `ThreadLost` if no answer comes within `maxMs` milliseconds.
   * Throws if an earlier question has no answer yet, because the thread takes one question at a time.
   */
  ask(question: Question, maxMs: number): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#pending !== null) throw new Error('The thread has not answered the previous question yet')
      if (this.#lost !== null) throw this.#lost
      const deadline = setTimeout(() => {
        this.#lose(new ThreadLost('time'))
        void this.end()
      }, maxMs)
      this.#pending = { resolve, reject, deadline }
      this.#worker.postMessage(question)
    })
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #lose(lost: ThreadLost): void {
    this.#lost ??= lost
    this.#settle()?.reject(this.#lost)
  }

  #settle(): Pending<Answer> | null {
    const pending = this.#pending
    this.#pending = null
    if (pending !== null) clearTimeout(pending.deadline)
    return pending
  }
}
