import type { ColumnReplacement } from '../../ports/spinner/templates.ts'
import { htmlToText } from './html-layout.ts'
import { LiquidEngine, type Rendering, type TemplateFault, TemplateRefused } from './liquid-engine.ts'

/**
 * A task for a template thread: to read or render a template, or to convert the HTML of a message to plain
 * text.
 */
export type TemplateTask = LiquidTask | { readonly html: string }

/**
 * A task for a template. If `rendering` is not null, the task renders the template. If `replacement` is
 * given, the task replaces a column. A task with neither lists the columns that the template names.
 */
interface LiquidTask {
  readonly template: string
  readonly rendering: Rendering | null
  /** The column to replace; `reference` is null if no template can contain the new name or the text. */
  readonly replacement?: ColumnReplacement & { readonly reference: string | null }
}

export type TemplateAnswer =
  | { readonly text: string }
  | { readonly columns: readonly string[] }
  | { readonly fault: TemplateFault }

const engine = new LiquidEngine()

/** Returns the answer to a task about a template. Rendering ends with a fault after `milliseconds`. */
export function answerTo(task: TemplateTask, milliseconds: number): TemplateAnswer {
  if ('html' in task) return { text: htmlToText(task.html) }
  const { template, rendering, replacement } = task
  try {
    if (replacement !== undefined)
      return { text: engine.withColumnReplaced(template, replacement, replacement.reference) }
    if (rendering === null) return { columns: engine.columnsOf(template) }
    return { text: engine.render(template, rendering, milliseconds) }
  } catch (error) {
    if (error instanceof TemplateRefused) return { fault: error.fault }
    throw error
  }
}
