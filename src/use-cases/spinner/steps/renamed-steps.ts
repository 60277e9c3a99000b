import { DomainError } from '../../../domain/errors.ts'
import type { Step } from '../../../domain/spinner/steps/step.ts'
import type { Field, TextField } from '../../../domain/spinner/steps/step-field.ts'
import type { TemplateBudget } from '../../../domain/spinner/steps/template-budget.ts'
import { type Where, whereRenamed } from '../../../domain/spinner/where/where.ts'
import { type ColumnRenaming, type Templates, TemplateTooSlow } from '../../../ports/spinner/templates.ts'
import { filledFields, valuesOf } from './faults/filled-fields.ts'
import type { StepFault } from './faults/step-fault.ts'

export interface RenamedSteps {
  readonly steps: readonly Step[]
  /** The templates of steps in which a column could not be renamed, with the reasons. */
  readonly faults: readonly StepFault[]
}

/**
 * Returns a spinner's steps with a table column renamed in templates and conditions, and everything else
 * unchanged.
 */
export async function renamedSteps(
  steps: readonly Step[],
  renaming: ColumnRenaming,
  templates: Templates,
  budget: TemplateBudget,
): Promise<RenamedSteps> {
  const texts = new Texts(renaming, templates, budget)
  return { steps: await texts.ofSteps('/steps', steps), faults: texts.faults }
}

/** Renames a table column in the fields of steps, including the steps inside their branches. */
class Texts {
  readonly faults: StepFault[] = []
  readonly #renaming: ColumnRenaming
  readonly #templates: Templates
  readonly #budget: TemplateBudget

  constructor(renaming: ColumnRenaming, templates: Templates, budget: TemplateBudget) {
    this.#renaming = renaming
    this.#templates = templates
    this.#budget = budget
  }

  async ofSteps(pointer: string, steps: readonly Step[]): Promise<readonly Step[]> {
    const renamed: Step[] = []
    for (const [index, step] of steps.entries())
      renamed.push(await this.#fields(`${pointer}/${index}`, step, filledFields(step)))
    return renamed
  }

  async #fields<Whole extends object>(
    pointer: string,
    whole: Whole,
    fields: ReturnType<typeof valuesOf>,
  ): Promise<Whole> {
    const renamed: (readonly [string, unknown])[] = []
    for (const [name, field, value] of fields)
      renamed.push([name, await this.#field(`${pointer}/${name}`, field, value)])
    return { ...whole, ...Object.fromEntries(renamed) }
  }

  async #field(pointer: string, field: Field, value: unknown): Promise<unknown> {
    const { from, to } = this.#renaming
    switch (field.kind) {
      case 'column':
        return value === from ? to : value
      case 'template':
        return await this.#template(pointer, field, value as string)
      case 'where':
        return whereRenamed(value as Where, from, to)
      case 'steps':
        return await this.ofSteps(pointer, value as readonly Step[])
      case 'group':
        return await this.#fields(pointer, value as object, valuesOf(value as object, field.fields))
      case 'list': {
        const list: object[] = []
        for (const [index, one] of (value as readonly object[]).entries())
          list.push(await this.#fields(`${pointer}/${index}`, one, valuesOf(one, field.fields)))
        return list
      }
      case 'entries': {
        if (field.values.kind !== 'template') return value
        const entries: (readonly [string, string])[] = []
        for (const [key, template] of Object.entries(value as Record<string, string>))
          entries.push([key, await this.#template(`${pointer}/${key}`, field.values, template)])
        return Object.fromEntries(entries)
      }
      default:
        return value
    }
  }

  async #template(pointer: string, { given = [], longest }: TextField, template: string): Promise<string> {
    const { from, to } = this.#renaming
    // Keeps a template for which the step type defines a variable with the old name, such as the unsubscribe
    // URL. In that template the name means the variable and not the column.
    if (given.includes(from)) return template
    try {
      const renamed = await this.#templates.withColumnRenamed(template, this.#renaming, this.#budget)
      if (renamed !== template && given.includes(to))
        return this.#fault(pointer, template, `"${to}" is already the name of a variable in this template`)
      if (renamed.length > (longest ?? Number.POSITIVE_INFINITY))
        return this.#fault(pointer, template, `The template would be longer than ${longest} characters`)
      return renamed
    } catch (error) {
      // Reports an error of a template as its fault, but not an overload of the template threads.
      if (error instanceof DomainError && (error.kind !== 'overloaded' || error instanceof TemplateTooSlow))
        return this.#fault(pointer, template, error.message)
      throw error
    }
  }

  #fault(pointer: string, template: string, message: string): string {
    this.faults.push({ pointer, code: 'TEMPLATE', column: this.#renaming.from, message })
    return template
  }
}
