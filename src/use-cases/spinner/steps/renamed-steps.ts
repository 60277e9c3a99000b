import { DomainError } from '../../../domain/errors.ts'
import type { Step } from '../../../domain/spinner/step.ts'
import type { Field, TextField } from '../../../domain/spinner/step-field.ts'
import type { TemplateBudget } from '../../../domain/spinner/template-budget.ts'
import { type ColumnRenaming, type Templates, TemplateTooSlow } from '../../../ports/spinner/templates.ts'
import { filledIn, type StepFault } from './check-steps.ts'

export interface RenamedSteps {
  readonly steps: readonly Step[]
  /** Templates in which the name cannot be changed for certain, and why. */
  readonly faults: readonly StepFault[]
}

/** Steps in which a column has another name, and that otherwise say the same. */
export async function renamedSteps(
  steps: readonly Step[],
  renaming: ColumnRenaming,
  templates: Templates,
  budget: TemplateBudget,
): Promise<RenamedSteps> {
  const faults: StepFault[] = []
  const renamed: Step[] = []
  for (const [index, step] of steps.entries()) {
    const texts = new Texts(`/steps/${index}`, renaming, templates, budget)
    const fields: (readonly [string, unknown])[] = []
    for (const [name, field, value] of filledIn(step)) fields.push([name, await texts.of(name, field, value)])
    faults.push(...texts.faults)
    renamed.push({ ...step, ...Object.fromEntries(fields) })
  }
  return { steps: renamed, faults }
}

/** The fields of one step. */
class Texts {
  readonly faults: StepFault[] = []
  readonly #pointer: string
  readonly #renaming: ColumnRenaming
  readonly #templates: Templates
  readonly #budget: TemplateBudget

  constructor(pointer: string, renaming: ColumnRenaming, templates: Templates, budget: TemplateBudget) {
    this.#pointer = pointer
    this.#renaming = renaming
    this.#templates = templates
    this.#budget = budget
  }

  async of(name: string, field: Field, value: unknown): Promise<unknown> {
    const { from, to } = this.#renaming
    if (field.kind === 'column') return value === from ? to : value
    if (field.kind === 'template') return await this.#template(name, field, value as string)
    if (field.kind !== 'entries' || field.values.kind !== 'template') return value
    const entries: (readonly [string, string])[] = []
    for (const [key, template] of Object.entries(value as Record<string, string>))
      entries.push([key, await this.#template(`${name}/${key}`, field.values, template)])
    return Object.fromEntries(entries)
  }

  async #template(place: string, { given = [], longest }: TextField, template: string): Promise<string> {
    const { from, to } = this.#renaming
    // There the name is not the column's.
    if (given.includes(from)) return template
    try {
      const renamed = await this.#templates.withColumnRenamed(template, this.#renaming, this.#budget)
      if (renamed !== template && given.includes(to))
        return this.#fault(place, template, `"${to}" is something else here`)
      if (renamed.length > (longest ?? Number.POSITIVE_INFINITY))
        return this.#fault(place, template, `It would be longer than ${longest} characters`)
      return renamed
    } catch (error) {
      // That all threads are busy is no fault of the template.
      if (error instanceof DomainError && (error.kind !== 'overloaded' || error instanceof TemplateTooSlow))
        return this.#fault(place, template, error.message)
      throw error
    }
  }

  #fault(place: string, template: string, message: string): string {
    const pointer = `${this.#pointer}/${place}`
    this.faults.push({ pointer, code: 'TEMPLATE', column: this.#renaming.from, message })
    return template
  }
}
