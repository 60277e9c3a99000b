import { parentPort, workerData } from 'node:worker_threads'
import { answerTo, type TemplateAnswer, type TemplateTask } from './template-answer.ts'

/** A task, and how long it may take. */
export type TimedTask = TemplateTask & { readonly milliseconds: number }

/** An answer, and how long it took. */
export interface TimedAnswer {
  readonly answer: TemplateAnswer
  readonly milliseconds: number
}

/** Another organization may be waiting for the thread. What is not begun by then goes back. */
const turnMs = 5

/** In characters: all of them stay in memory until the turn is over. */
const mostAnswered = 256 * 1024

/**
 * At which task of those that it was asked the thread is, after how many milliseconds it began it, and whether it has
 * answered.
 */
const at = new Int32Array(workerData as SharedArrayBuffer)

/** In their order, as far as the turn goes. */
function answers(tasks: readonly TimedTask[]): readonly TimedAnswer[] {
  const begunAt = performance.now()
  const done: TimedAnswer[] = []
  let before = begunAt
  let written = 0
  for (const [index, task] of tasks.entries()) {
    Atomics.store(at, 1, Math.floor(before - begunAt))
    Atomics.store(at, 0, index)
    const answered = answerTo(task, task.milliseconds)
    const now = performance.now()
    done.push({ answer: answered, milliseconds: now - before })
    before = now
    if ('text' in answered) written += answered.text.length
    if (now - begunAt >= turnMs || written >= mostAnswered) break
  }
  Atomics.store(at, 2, 1)
  return done
}

/** A thread for templates: it does one after the other, and is ended from outside where one takes too long. */
parentPort?.on('message', (tasks: readonly TimedTask[]) => {
  parentPort?.postMessage(answers(tasks))
})
parentPort?.postMessage('ready')
