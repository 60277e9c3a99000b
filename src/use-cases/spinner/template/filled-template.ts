import { DomainError, type ErrorItem, maxErrorItems } from '../../../domain/errors.ts'
import { columnsOfWindow } from '../../../domain/spinner/send-window.ts'
import type { TemplateBudget } from '../../../domain/spinner/steps/template-budget.ts'
import type { SpinnerTemplate, TemplateContent } from '../../../domain/spinner/template/spinner-template.ts'
import { sentence } from '../../../domain/text/sentence.ts'
import type { Templates } from '../../../ports/spinner/templates.ts'
import { comparedColumns } from '../steps/check-steps.ts'
import { type ChosenReplacement, columnFor, type Replacement } from './column-choice.ts'
import { withColumnsReplaced } from './replaced-columns.ts'

/** A column that a template uses, with its replacement for one data table. Neither is set if a choice is needed. */
interface FilledColumn {
  readonly name: string
  /** The column of the data table that replaces it; null if none does. */
  readonly column: string | null
  /** The text that replaces it for all recipients; null if none does. */
  readonly text: string | null
  /** Whether a text may replace the column: no condition compares it, and no date or time zone is read from it. */
  readonly mayBeText: boolean
}

/** The content of a template for one data table. A column without a replacement keeps its name, which is then a fault. */
export interface FilledTemplate extends TemplateContent {
  readonly columns: readonly FilledColumn[]
}

/** Returns a template with its columns replaced by chosen ones, and else by columns of the same name or meaning. */
export async function filledTemplate(
  template: SpinnerTemplate,
  tableColumns: readonly string[],
  chosen: readonly ChosenReplacement[],
  templates: Templates,
  budget: TemplateBudget,
): Promise<FilledTemplate> {
  assertChosen(template.columns, tableColumns, chosen)
  const { settings } = template
  const compared = new Set([
    ...comparedColumns(template.steps),
    ...columnsOfWindow(settings?.sendWindow ?? null).map(({ column }) => column),
  ])
  const columns = template.columns.map((name): FilledColumn => {
    const choice = chosen.find((one) => one.name === name)
    const column =
      choice === undefined ? columnFor(name, tableColumns) : 'column' in choice ? choice.column : null
    const text = choice !== undefined && 'text' in choice ? choice.text : null
    return { name, column, text, mayBeText: !compared.has(name) }
  })
  const replacements = new Map(
    columns.flatMap(({ name, column, text }): [string, Replacement][] => {
      if (column !== null) return [[name, { column }]]
      return text === null ? [] : [[name, { text }]]
    }),
  )
  const use = { steps: template.steps, sendWindow: settings?.sendWindow ?? null }
  const { steps, sendWindow, faults } = await withColumnsReplaced(use, replacements, templates, budget)
  if (faults.length > 0)
    throw new DomainError('VALIDATION_FAILED', {
      message: sentence('A column of the template cannot be replaced. {fault}', {
        fault: faults[0]?.message ?? '',
      }),
      errors: faults.slice(0, maxErrorItems),
    })
  return { columns, steps, settings: settings && { ...settings, sendWindow } }
}

/** Refuses replacements of columns that the template does not use, and columns that the data table does not have. */
function assertChosen(
  used: readonly string[],
  tableColumns: readonly string[],
  chosen: readonly ChosenReplacement[],
): void {
  const errors = chosen.flatMap((choice, index): ErrorItem[] => {
    if (!used.includes(choice.name))
      return [
        {
          pointer: `/columns/${index}/name`,
          code: 'UNKNOWN_COLUMN',
          message: 'is not a column of the template',
        },
      ]
    if ('column' in choice && !tableColumns.includes(choice.column))
      return [
        {
          pointer: `/columns/${index}/column`,
          code: 'UNKNOWN_COLUMN',
          column: choice.column,
          message: 'is not a column of the data table',
        },
      ]
    return []
  })
  if (errors.length > 0)
    throw new DomainError('VALIDATION_FAILED', {
      message: `columns: ${errors[0]?.message}`,
      errors,
    })
}
