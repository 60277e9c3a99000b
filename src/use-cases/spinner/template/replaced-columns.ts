import { columnsOfWindow, type SendWindow, windowRenamed } from '../../../domain/spinner/send-window.ts'
import type { Step } from '../../../domain/spinner/steps/step.ts'
import type { TemplateBudget } from '../../../domain/spinner/steps/template-budget.ts'
import type { ColumnReplacement, Templates } from '../../../ports/spinner/templates.ts'
import type { StepFault } from '../steps/faults/step-fault.ts'
import { replacedSteps } from '../steps/replaced-steps.ts'
import type { Replacement } from './column-choice.ts'

/** The parts of a draft that name columns. */
export interface ColumnUse {
  readonly steps: readonly Step[]
  readonly sendWindow: SendWindow | null
}

/**
 * Returns steps and a send window in which columns are replaced, all at once: columns may also exchange their names.
 * Returns the faults of fields in which a column cannot be replaced.
 */
export async function withColumnsReplaced(
  use: ColumnUse,
  replacements: ReadonlyMap<string, Replacement>,
  templates: Templates,
  budget: TemplateBudget,
): Promise<ColumnUse & { readonly faults: readonly StepFault[] }> {
  let { steps, sendWindow } = use
  const faults: StepFault[] = []
  for (const replacement of inTwoPasses(replacements)) {
    const replaced = await replacedSteps(steps, replacement, templates, budget)
    steps = replaced.steps
    faults.push(...replaced.faults)
    if ('to' in replacement) sendWindow = windowRenamed(sendWindow, replacement.from, replacement.to)
    else faults.push(...faultsOfWindow(sendWindow, replacement.from))
  }
  return { steps, sendWindow, faults }
}

/**
 * Returns replacements that can be made one after the other. A column whose new name is the name of another replaced
 * column gets a name that no column has in between.
 */
function inTwoPasses(replacements: ReadonlyMap<string, Replacement>): readonly ColumnReplacement[] {
  const first: ColumnReplacement[] = []
  const second: ColumnReplacement[] = []
  for (const [from, replacement] of replacements) {
    if ('text' in replacement) first.push({ from, text: replacement.text })
    else if (replacement.column === from) continue
    else if (!replacements.has(replacement.column)) first.push({ from, to: replacement.column })
    else {
      const between = `replaced_column_${second.length}`
      first.push({ from, to: between })
      second.push({ from: between, to: replacement.column })
    }
  }
  return [...first, ...second]
}

/** Returns the faults of a send window that reads a column for which a text was chosen. */
function faultsOfWindow(sendWindow: SendWindow | null, column: string): readonly StepFault[] {
  return columnsOfWindow(sendWindow)
    .filter((use) => use.column === column)
    .map(({ pointer }) => {
      const message = `The send window reads a time zone from "${column}", so no text can replace it; choose a column`
      return { pointer, code: 'COLUMN_NEEDED', column, message }
    })
}
