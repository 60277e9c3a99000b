import { DomainError } from '../../../domain/errors.ts'
import type { Step } from '../../../domain/spinner/steps/step.ts'
import type { Field, TextField } from '../../../domain/spinner/steps/step-field.ts'
import type { TemplateBudget } from '../../../domain/spinner/steps/template-budget.ts'
import { columnsOf, type Where, whereRenamed } from '../../../domain/spinner/where/where.ts'
import { sentence } from '../../../domain/text/sentence.ts'
import { type ColumnReplacement, type Templates, TemplateTooSlow } from '../../../ports/spinner/templates.ts'
import { filledFields, valuesOf } from './faults/filled-fields.ts'
import type { StepFault } from './faults/step-fault.ts'

export interface ReplacedSteps {
  readonly steps: readonly Step[]
  /** The fields of steps in which a column could not be replaced, with the reasons. */
  readonly faults: readonly StepFault[]
}

/**
 * Returns a spinner's steps with a table column renamed in templates and conditions, or replaced by a text in templates,
 * and everything else unchanged. A condition cannot compare a text, so it is a fault.
 */
export async function replacedSteps(
  steps: readonly Step[],
  replacement: ColumnReplacement,
  templates: Templates,
  budget: TemplateBudget,
): Promise<ReplacedSteps> {
  const texts = new Texts(replacement, templates, budget)
  return { steps: await texts.ofSteps('/steps', steps), faults: texts.faults }
}

/** Replaces a table column in the fields of steps, including the steps inside their branches. */
class Texts {
  readonly faults: StepFault[] = []
  readonly #replacement: ColumnReplacement
  readonly #templates: Templates
  readonly #budget: TemplateBudget

  constructor(replacement: ColumnReplacement, templates: Templates, budget: TemplateBudget) {
    this.#replacement = replacement
    this.#templates = templates
    this.#budget = budget
  }

  async ofSteps(pointer: string, steps: readonly Step[]): Promise<readonly Step[]> {
    const replaced: Step[] = []
    for (const [index, step] of steps.entries())
      replaced.push(await this.#fields(`${pointer}/${index}`, step, filledFields(step)))
    return replaced
  }

  async #fields<Whole extends object>(
    pointer: string,
    whole: Whole,
    fields: ReturnType<typeof valuesOf>,
  ): Promise<Whole> {
    const replaced: (readonly [string, unknown])[] = []
    for (const [name, field, value] of fields)
      replaced.push([name, await this.#field(`${pointer}/${name}`, field, value)])
    return { ...whole, ...Object.fromEntries(replaced) }
  }

  async #field(pointer: string, field: Field, value: unknown): Promise<unknown> {
    switch (field.kind) {
      case 'column':
        return this.#column(pointer, value as string)
      case 'template':
        return await this.#template(pointer, field, value as string)
      case 'where':
        return this.#where(pointer, value as Where)
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

  #column(pointer: string, column: string): string {
    const { from } = this.#replacement
    if (column !== from) return column
    return 'to' in this.#replacement ? this.#replacement.to : this.#noColumn(pointer, column)
  }

  #where(pointer: string, where: Where): Where {
    const { from } = this.#replacement
    if (!columnsOf(where).includes(from)) return where
    return 'to' in this.#replacement
      ? whereRenamed(where, from, this.#replacement.to)
      : this.#noColumn(pointer, where)
  }

  #noColumn<Value>(pointer: string, value: Value): Value {
    const { from } = this.#replacement
    const message = sentence(
      'The step reads "{column}" for a condition or a date, so no text can replace it; choose a column',
      { column: from },
    )
    this.faults.push({ pointer, code: 'COLUMN_NEEDED', column: from, message })
    return value
  }

  async #template(pointer: string, { given = [], longest }: TextField, template: string): Promise<string> {
    const { from } = this.#replacement
    const to = 'to' in this.#replacement ? this.#replacement.to : null
    // Keeps a template for which the step type defines a variable with the old name, such as the unsubscribe
    // URL. In that template the name means the variable and not the column.
    if (given.includes(from)) return template
    try {
      const replaced = await this.#templates.withColumnReplaced(template, this.#replacement, this.#budget)
      if (replaced !== template && to !== null && given.includes(to))
        return this.#fault(
          pointer,
          template,
          sentence('"{column}" is already the name of a variable in this template', { column: to }),
        )
      if (replaced.length > (longest ?? Number.POSITIVE_INFINITY))
        return this.#fault(
          pointer,
          template,
          sentence('The template would be longer than {longest} characters', { longest: longest ?? 0 }),
        )
      return replaced
    } catch (error) {
      // Reports an error of a template as its fault, but not an overload of the template threads.
      if (error instanceof DomainError && (error.kind !== 'overloaded' || error instanceof TemplateTooSlow))
        return this.#fault(pointer, template, error.message)
      throw error
    }
  }

  #fault(pointer: string, template: string, message: string): string {
    this.faults.push({ pointer, code: 'TEMPLATE', column: this.#replacement.from, message })
    return template
  }
}
