import { parentPort } from 'node:worker_threads'
import type { DataRecord } from '../../domain/table/cell.ts'
import type { ColumnRenaming, TemplateFormat } from '../../ports/spinner/templates.ts'
import { LiquidEngine, type TemplateFault, TemplateRefused } from './liquid-engine.ts'

/** What a thread is asked: with neither cells nor other names, which columns a template names. */
export interface TemplateTask {
  readonly template: string
  readonly rendering: { readonly cells: DataRecord; readonly format: TemplateFormat } | null
  /** With no reference where no template can name the column. */
  readonly renaming?: ColumnRenaming & { readonly reference: string | null }
}

export type TemplateAnswer =
  | { readonly text: string }
  | { readonly columns: readonly string[] }
  | { readonly fault: TemplateFault }

const engine = new LiquidEngine()

function answer({
  template,
  rendering,
  renaming,
  milliseconds,
}: TemplateTask & { milliseconds: number }): TemplateAnswer {
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

/** A thread for templates: it does one after the other, and is ended from outside where one takes too long. */
parentPort?.on('message', (task: TemplateTask & { milliseconds: number }) => {
  parentPort?.postMessage(answer(task))
})
parentPort?.postMessage('ready')
