import type { Worker } from 'node:worker_threads'
import { DomainError } from '../../domain/errors.ts'
import type { TemplateBudget } from '../../domain/spinner/steps/template-budget.ts'
import { TemplateTooSlow } from '../../ports/spinner/templates.ts'
import { FairQueue } from '../threads/fair-queue.ts'
import { isOutOfMemory, startThread } from '../threads/start-thread.ts'
import type { TemplateAnswer, TemplateTask } from './template-answer.ts'
import type { TimedAnswer } from './template-thread.ts'

/**
 * The largest number of template threads. An organization uses one at a time, so that another is free for the
 * others while its template is slow.
 */
const maxThreads = 2

/**
 * The largest number of waiting template tasks of one organization: a chunk of recipients of each slice that
 * a process works on.
 */
const maxWaiting = 2_000

/**
 * The largest number of tasks in one message to a template thread. Sent one by one, the messages took four
 * times as long as rendering a template of three tags.
 */
const maxAtOnce = 32

/**
 * The largest size of the tasks in one message to a template thread, in characters of cells and templates.
 * The memory of all tasks is freed only when the last is rendered.
 */
const maxWeightAtOnce = 256 * 1024

/**
 * The milliseconds in which a template thread may still report that a task exceeded its budget. A thread that
 * does not is replaced.
 */
const graceMs = 50

/**
 * The milliseconds after which a task ends even if its thread has not used the processor time of its budget, because
 * the machine is too busy or was suspended.
 */
const maxMs = 10_000

const threadFile = new URL('./template-thread.ts', import.meta.url)

/**
 * The memory limits of a template thread in megabytes. A long cell makes a few texts of two megabytes. A
 * template that needs more memory ends its thread and not the process.
 */
const threadMemory = { heapMb: 24, youngMb: 4 }

interface Requested {
  readonly task: TemplateTask
  readonly weight: number
  readonly budget: TemplateBudget
  readonly resolve: (answer: TemplateAnswer) => void
  readonly reject: (error: Error) => void
}

interface Thread {
  readonly worker: Worker
  /**
   * Memory that the process shares with a template thread. It holds the index of the current task, the
   * milliseconds from the start of the batch to the task's start, whether the batch is answered, and the
   * processor time of the thread at the start of the batch; 0 before the start.
   */
  readonly at: Int32Array
  isReady: boolean
  turn: TaskBatch | null
}

/**
 * A batch of tasks of one organization, which a template thread works on before it takes those of another
 * organization.
 */
interface TaskBatch {
  readonly organizationId: string
  readonly requests: readonly Requested[]
  readonly lefts: readonly number[]
  readonly begunAt: number
  overrun: NodeJS.Timeout | null
}

/**
 * `TemplateThreads` reads and renders templates in threads, one after the other, each within its budget. A
 * template that exceeds its budget is ended with its thread, which is replaced. The threads start with the
 * first task, stay warm and do not keep the process from exiting.
 */
export class TemplateThreads {
  readonly #threads = new Set<Thread>()
  readonly #turns = new FairQueue<Requested>()
  #isClosed = false

  /** Runs a task about a template in a thread. Waiting for the thread does not use up the task's budget. */
  run(task: TemplateTask, budget: TemplateBudget): Promise<TemplateAnswer> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw stopping()
      if (this.#turns.waitingFor(budget.organizationId) >= maxWaiting)
        throw new DomainError('OVERLOADED', {
          message: 'Too many templates are being rendered; try again in a few seconds',
        })
      this.#turns.add(budget.organizationId, { task, weight: weightOf(task), budget, resolve, reject })
      this.#continue()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const { reject } of this.#turns.leave()) reject(stopping())
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()))
  }

  #continue(): void {
    for (const thread of this.#threads) {
      if (!thread.isReady || thread.turn !== null) continue
      const batch = this.#nextInTime()
      if (batch.length === 0) return
      this.#begin(thread, batch)
    }
    // Waits for a template thread that is nearly ready instead of starting another.
    const isSpawning = [...this.#threads].some(({ isReady }) => !isReady)
    if (this.#turns.isAnyDue && !isSpawning && this.#threads.size < maxThreads) this.#spawn()
  }

  #nextInTime(): readonly Requested[] {
    for (;;) {
      const batch = this.#turns.next(maxAtOnce, maxWeightAtOnce)
      const inTime = batch.filter(({ budget }) => budget.leftMs > 0)
      for (const { budget, reject } of batch) if (budget.leftMs <= 0) reject(new TemplateTooSlow())
      const [first] = batch
      if (inTime.length > 0 || first === undefined) return inTime
      this.#turns.end(first.budget.organizationId)
    }
  }

  #begin(thread: Thread, batch: readonly Requested[]): void {
    const lefts = batch.map(({ budget }) => budget.leftMs)
    const [{ budget }] = batch as readonly [Requested]
    thread.at.fill(0)
    const { organizationId } = budget
    thread.turn = { organizationId, requests: batch, lefts, begunAt: performance.now(), overrun: null }
    this.#watch(thread, thread.turn)
    thread.worker.ref()
    thread.worker.postMessage(batch.map(({ task }, index) => ({ ...task, milliseconds: lefts[index] })))
  }

  /**
   * Checks whether a template thread has used up the budget of its current task at the earliest time at which this is
   * possible.
   */
  #watch(thread: Thread, turn: TaskBatch): void {
    const [index = 0, after = 0] = thread.at
    const spent = performance.now() - turn.begunAt - after
    const left = (turn.lefts[index] ?? 0) + graceMs - spent
    turn.overrun = setTimeout(() => void this.#endIfOverrun(thread, turn), Math.max(left, graceMs))
  }

  /**
   * Ends a template thread that has used more processor time than the budget of its current task. A thread to which a
   * busy or suspended machine gave no processor continues, so that the recipient does not fail for it.
   */
  async #endIfOverrun(thread: Thread, turn: TaskBatch): Promise<void> {
    const { user, system } = await thread.worker.cpuUsage().catch(() => ({ user: 0, system: 0 }))
    const [index = 0, after = 0, hasAnswered = 0, workedBefore = 0] = thread.at
    // Does not end a template thread that answered in time, because only this process was delayed.
    if (thread.turn !== turn || hasAnswered === 1) return
    const worked = workedBefore === 0 ? 0 : (user + system) / 1000 - workedBefore
    const spent = performance.now() - turn.begunAt - after
    if (worked < (turn.lefts[index] ?? 0) && spent < maxMs) return this.#watch(thread, turn)
    this.#threads.delete(thread)
    this.#breakOff(thread, new TemplateTooSlow())
    void thread.worker.terminate()
    this.#replace()
    this.#continue()
  }

  #spawn(): void {
    const shared = new SharedArrayBuffer(16)
    const worker = startThread(threadFile, { ...threadMemory, workerData: shared })
    const thread: Thread = { worker, at: new Int32Array(shared), isReady: false, turn: null }
    this.#threads.add(thread)
    worker.on('message', (answers: readonly TimedAnswer[] | 'ready') => {
      if (answers === 'ready') thread.isReady = true
      else this.#settle(thread, answers)
      this.#continue()
      if (thread.turn === null) worker.unref()
    })
    worker.on('error', (error: Error) => {
      const wasReady = thread.isReady
      this.#threads.delete(thread)
      this.#breakOff(thread, faultOf(error))
      if (wasReady) this.#replace()
      // If a template thread fails to start, rejects the waiting tasks, because further starts might fail
      // forever.
      else for (const { reject } of this.#turns.leave()) reject(error)
      this.#continue()
    })
    worker.on('exit', () => {
      this.#threads.delete(thread)
      for (const { reject } of this.#end(thread)?.requests ?? []) reject(stopping())
    })
  }

  #settle(thread: Thread, answers: readonly TimedAnswer[]): void {
    const turn = this.#end(thread)
    if (turn === null) return
    for (const [index, { answer, milliseconds }] of answers.entries()) {
      turn.requests[index]?.budget.spend(milliseconds)
      turn.requests[index]?.resolve(answer)
    }
    this.#putBack(turn, turn.requests.slice(answers.length))
  }

  /**
   * Ends the batch of a template thread that has died. The task that it was running fails, and the other
   * tasks run again in another thread.
   */
  #breakOff(thread: Thread, error: Error): void {
    const turn = this.#end(thread)
    if (turn === null) return
    const [index = 0, after = 0] = thread.at
    const failed = turn.requests[index]
    // Counts no more than the budget of the task, because the time also passes while a busy machine runs other threads.
    failed?.budget.spend(Math.min(performance.now() - turn.begunAt - after, turn.lefts[index] ?? 0))
    failed?.reject(error)
    this.#putBack(
      turn,
      turn.requests.filter((one) => one !== failed),
    )
  }

  #putBack({ organizationId }: TaskBatch, left: readonly Requested[]): void {
    if (!this.#isClosed) return this.#turns.putBack(organizationId, left)
    for (const { reject } of left) reject(stopping())
  }

  #end(thread: Thread): TaskBatch | null {
    const { turn } = thread
    thread.turn = null
    if (turn === null) return null
    if (turn.overrun !== null) clearTimeout(turn.overrun)
    this.#turns.end(turn.organizationId)
    return turn
  }

  /** Starts a template thread before it is needed, so that it is warm. */
  #replace(): void {
    if (!this.#isClosed && this.#threads.size < maxThreads) this.#spawn()
  }
}

function weightOf(task: TemplateTask): number {
  if ('html' in task) return task.html.length
  const { template, rendering } = task
  let weight = template.length
  for (const cell of Object.values(rendering?.cells ?? {}))
    if (typeof cell === 'string') weight += cell.length
  return weight
}

function stopping(): DomainError {
  return new DomainError('OVERLOADED', { message: 'The service is stopping' })
}

function faultOf(error: Error): Error {
  // Does not call a template invalid whose thread ran out of memory. The thread may still have held memory of
  // earlier templates.
  if (isOutOfMemory(error))
    return new TemplateTooSlow(
      'The template takes too much memory; use fewer loops and filters, or shorter cells',
    )
  return new DomainError('VALIDATION_FAILED', {
    message: 'The template stopped the thread that rendered it; simplify the template',
  })
}
