import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { DomainError } from '../../domain/errors.ts'
import type { TemplateBudget } from '../../domain/spinner/template-budget.ts'
import { TemplateTooSlow } from '../../ports/spinner/templates.ts'
import type { TemplateAnswer, TemplateTask } from './template-thread.ts'
import { Turns } from './turns.ts'

/** An organization has one at a time: while it overruns, others have another. */
const mostThreads = 2

/** A chunk of recipients of each slice that a process works on. */
const mostWaiting = 2_000

/** What is over is told by the thread itself, if it can; it is replaced if it cannot. */
const graceMs = 50

const threadFile = fileURLToPath(new URL('./template-thread.ts', import.meta.url))

/** In megabytes. A long cell makes a few texts of two megabytes; what takes more ends its thread, not the process. */
const resourceLimits = { maxOldGenerationSizeMb: 24, maxYoungGenerationSizeMb: 4 }

interface Asked {
  readonly task: TemplateTask
  readonly budget: TemplateBudget
  readonly resolve: (answer: TemplateAnswer) => void
  readonly reject: (error: Error) => void
}

interface Thread {
  readonly worker: Worker
  isReady: boolean
  asked: Asked | null
  /** Ends the present task. */
  end: ((settle: (asked: Asked) => void) => void) | null
}

/**
 * Threads in which templates are read and rendered, each one task at a time within its budget: what overruns
 * is ended with its thread, and another takes its place. They begin with the first task, stay warm, and keep
 * no process from exiting.
 */
export class TemplateThreads {
  readonly #threads = new Set<Thread>()
  readonly #turns = new Turns<Asked>()
  #isClosed = false

  /** Its budget is spent while it runs, and not while it waits. */
  run(task: TemplateTask, budget: TemplateBudget): Promise<TemplateAnswer> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new DomainError('OVERLOADED', { message: 'The service is stopping' })
      if (this.#turns.waitingFor(budget.organizationId) >= mostWaiting)
        throw new DomainError('OVERLOADED', {
          message: 'Too many templates are being rendered; try again soon',
        })
      this.#turns.add(budget.organizationId, { task, budget, resolve, reject })
      this.#goOn()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const { reject } of this.#turns.leave())
      reject(new DomainError('OVERLOADED', { message: 'The service is stopping' }))
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()))
  }

  #goOn(): void {
    for (const thread of this.#threads) {
      if (!thread.isReady || thread.asked !== null) continue
      const asked = this.#nextInTime()
      if (asked === null) return
      this.#begin(thread, asked)
    }
    // One that is about to be ready is waited for.
    const isSpawning = [...this.#threads].some(({ isReady }) => !isReady)
    if (this.#turns.isAnyDue && !isSpawning && this.#threads.size < mostThreads) this.#spawn()
  }

  #nextInTime(): Asked | null {
    for (;;) {
      const asked = this.#turns.next()
      if (asked === null || asked.budget.leftMs > 0) return asked
      this.#turns.end(asked.budget.organizationId)
      asked.reject(new TemplateTooSlow())
    }
  }

  #begin(thread: Thread, asked: Asked): void {
    const milliseconds = asked.budget.leftMs
    const begunAt = performance.now()
    const overrun = setTimeout(() => {
      this.#threads.delete(thread)
      thread.end?.(({ reject }) => reject(new TemplateTooSlow()))
      void thread.worker.terminate()
      this.#replace()
      this.#goOn()
    }, milliseconds + graceMs)
    thread.asked = asked
    thread.end = (settle) => {
      clearTimeout(overrun)
      asked.budget.spend(performance.now() - begunAt)
      thread.asked = null
      thread.end = null
      this.#turns.end(asked.budget.organizationId)
      settle(asked)
    }
    thread.worker.ref()
    thread.worker.postMessage({ ...asked.task, milliseconds })
  }

  #spawn(): void {
    // No environment: what can be read there is nothing to a template.
    const worker = new Worker(threadFile, { resourceLimits, env: {}, execArgv: [] })
    const thread: Thread = { worker, isReady: false, asked: null, end: null }
    this.#threads.add(thread)
    worker.on('message', (answer: TemplateAnswer | 'ready') => {
      if (answer === 'ready') thread.isReady = true
      else thread.end?.(({ resolve }) => resolve(answer))
      this.#goOn()
      if (thread.asked === null) worker.unref()
    })
    worker.on('error', (error: Error) => {
      const wasReady = thread.isReady
      this.#threads.delete(thread)
      thread.end?.(({ reject }) => reject(faultOf(error)))
      if (wasReady) this.#replace()
      // A thread that cannot begin is nothing to try again for ever.
      else for (const { reject } of this.#turns.leave()) reject(error)
      this.#goOn()
    })
    worker.on('exit', () => {
      this.#threads.delete(thread)
      thread.end?.(({ reject }) =>
        reject(new DomainError('OVERLOADED', { message: 'The service is stopping' })),
      )
    })
  }

  /** Warm before it is needed. */
  #replace(): void {
    if (!this.#isClosed && this.#threads.size < mostThreads) this.#spawn()
  }
}

function faultOf(error: Error): Error {
  // Once it may have been for what the thread still held of the templates before.
  if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new TemplateTooSlow(
      'The template takes too much memory; use fewer loops and filters, or shorter cells',
    )
  return new DomainError('VALIDATION_FAILED', {
    message: 'The template ended the thread in which it was rendered',
  })
}
