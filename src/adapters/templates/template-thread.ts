import { parentPort, workerData } from 'node:worker_threads'
import { answerTo, type TemplateAnswer, type TemplateTask } from './template-answer.ts'

/** A task for the template thread, and the milliseconds of processor time that it may take. */
export type TimedTask = TemplateTask & { readonly milliseconds: number }

/** An answer of the template thread, and the milliseconds of processor time that it took. */
export interface TimedAnswer {
  readonly answer: TemplateAnswer
  readonly milliseconds: number
}

/**
 * The milliseconds after which a template thread begins no further task of a batch, because another
 * organization may wait for it. The remaining tasks go back to the queue.
 */
const turnMs = 5

/**
 * The number of characters of answers after which a template thread begins no further task of a batch. All
 * answers stay in memory until they are sent together.
 */
const maxAnsweredBytes = 256 * 1024

/**
 * The milliseconds that a task may take before the thread reads its processor time. Reading it for every task would
 * take longer than an ordinary template.
 */
const ordinaryMs = 20

/**
 * Memory that the template thread shares with the process. It holds the index of the current task, the
 * milliseconds from the start of the batch to the task's start, whether the batch is answered, and the processor time
 * of the thread at the start of the batch in milliseconds.
 */
const at = new Int32Array(workerData as SharedArrayBuffer)

/** Runs the tasks of a batch in their order until the batch has taken too long, and returns the answers. */
function answers(tasks: readonly TimedTask[]): readonly TimedAnswer[] {
  const begunAt = performance.now()
  const workedBefore = workedMs()
  Atomics.store(at, 3, Math.ceil(workedBefore))
  const worked = () => workedMs() - workedBefore
  const done: TimedAnswer[] = []
  let before = begunAt
  let written = 0
  for (const [index, task] of tasks.entries()) {
    Atomics.store(at, 1, Math.floor(before - begunAt))
    Atomics.store(at, 0, index)
    let answered = answerTo(task, task.milliseconds)
    // Renders the template again if its time ended because the machine gave this thread no processor.
    while (isSlow(answered) && worked() < task.milliseconds) answered = answerTo(task, task.milliseconds)
    const now = performance.now()
    const took = now - before
    done.push({ answer: answered, milliseconds: took > ordinaryMs ? Math.min(took, worked()) : took })
    before = now
    if ('text' in answered) written += answered.text.length
    if (now - begunAt >= turnMs || written >= maxAnsweredBytes) break
  }
  Atomics.store(at, 2, 1)
  return done
}

/** Returns the processor time that this thread has used, in milliseconds. */
function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function isSlow(answer: TemplateAnswer): boolean {
  return 'fault' in answer && answer.fault.kind === 'slow'
}

/**
 * Answers the tasks for templates one after the other in this thread. The process ends the thread if a task
 * takes too long.
 */
parentPort?.on('message', (tasks: readonly TimedTask[]) => {
  parentPort?.postMessage(answers(tasks))
})
parentPort?.postMessage('ready')
