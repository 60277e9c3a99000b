import { parentPort, workerData } from 'node:worker_threads'
import type { DataRecord } from '../../domain/table/cell.ts'
import type { ColumnRenaming, TemplateFormat } from '../../ports/spinner/templates.ts'
import { laidOut } from './html-layout.ts'
import { LiquidEngine, type TemplateFault, TemplateRefused } from './liquid-engine.ts'

/** A task for a thread: a template, or the HTML of a message that needs a text. */
export type TemplateTask = LiquidTask | { readonly html: string }

/** Without cells and other names, it asks which columns a template names. */
interface LiquidTask {
  readonly template: string
  readonly rendering: { readonly cells: DataRecord; readonly format: TemplateFormat } | null
  /** With no reference where no template can name the column. */
  readonly renaming?: ColumnRenaming & { readonly reference: string | null }
}

/** A task, and how long it may take. */
export type TimedTask = TemplateTask & { readonly milliseconds: number }

export type TemplateAnswer =
  | { readonly text: string }
  | { readonly columns: readonly string[] }
  | { readonly fault: TemplateFault }

/** An answer, and how long it took. */
export interface TimedAnswer {
  readonly answer: TemplateAnswer
  readonly milliseconds: number
}

/** Another organization may be waiting for the thread. What is not begun by then goes back. */
const turnMs = 5

/** In characters: all of them stay in memory until the turn is over. */
const mostAnswered = 256 * 1024

const engine = new LiquidEngine()
/**
 * At which task of those that it was asked the thread is, after how many milliseconds it began it, and whether it has
 * answered.
 */
const at = new Int32Array(workerData as SharedArrayBuffer)

function answer(task: TimedTask): TemplateAnswer {
  if ('html' in task) return { text: laidOut(task.html) }
  const { template, rendering, renaming, milliseconds } = task
  try {
    if (renaming !== undefined)
      return { text: engine.withColumnRenamed(template, renaming, renaming.reference) }
    if (rendering === null) return { columns: engine.columnsOf(template) }
    return { text: engine.render(template, rendering.cells, rendering.format, milliseconds) }
  } catch (error) {
    if (error instanceof TemplateRefused) return { fault: error.fault }
    throw error
  }
}

/** In their order, as far as the turn goes. */
function answers(tasks: readonly TimedTask[]): readonly TimedAnswer[] {
  const begunAt = performance.now()
  const done: TimedAnswer[] = []
  let before = begunAt
  let written = 0
  for (const [index, task] of tasks.entries()) {
    Atomics.store(at, 1, Math.floor(before - begunAt))
    Atomics.store(at, 0, index)
    const answered = answer(task)
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
