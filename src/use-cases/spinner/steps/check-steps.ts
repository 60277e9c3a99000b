import { DomainError, maxErrorItems } from '../../../domain/errors.ts'
import { programOf } from '../../../domain/spinner/steps/program.ts'
import type { Step } from '../../../domain/spinner/steps/step.ts'
import type { Field } from '../../../domain/spinner/steps/step-field.ts'
import type { TemplateBudget } from '../../../domain/spinner/steps/template-budget.ts'
import { triggerColumnOf } from '../../../domain/spinner/trigger-data.ts'
import { comparedColumnsOf, type Where } from '../../../domain/spinner/where/where.ts'
import { Comparisons, closestName } from '../../../domain/text/closest-name.ts'
import { sentence } from '../../../domain/text/sentence.ts'
import { type Templates, TemplateTooSlow } from '../../../ports/spinner/templates.ts'
import { filledFields, valuesOf } from './faults/filled-fields.ts'
import { formFaultsOf } from './faults/form-faults.ts'
import type { StepFault } from './faults/step-fault.ts'

interface NamedColumn {
  readonly pointer: string
  readonly column: string
  /** Whether the column must be one of the record, and not a field of the trigger's data. */
  readonly mustBeRecordColumn?: true
}

/**
 * The columns that the steps of a draft use, and the faults of the steps themselves, in the order of the
 * steps.
 */
export type ReadSteps = readonly (NamedColumn | StepFault)[]

/** Returns the faults of steps that are found without parsing templates, in the order of the steps. */
export function formFaultsInOrder(steps: readonly Step[]): readonly StepFault[] {
  return programOf(steps)
    .flatMap(({ step, pointer }) => formFaultsOf(step, pointer))
    .slice(0, maxErrorItems)
}

/**
 * Reads the steps of a draft and parses their templates, within one time limit. Returns the columns that they
 * use and the faults.
 */
export async function readSteps(
  steps: readonly Step[],
  templates: Templates,
  budget: TemplateBudget,
): Promise<ReadSteps> {
  const read: (NamedColumn | StepFault)[] = []
  for (const { step, pointer } of programOf(steps)) {
    read.push(...formFaultsOf(step, pointer))
    for (const { place, ...named } of columnsNamedBy(step))
      read.push({ pointer: `${pointer}/${place}`, ...named })
    for (const { place, template, given } of templatesOf(step)) {
      const at = `${pointer}/${place}`
      const columns = await columnsOrFault(template, templates, budget)
      if (typeof columns === 'string') read.push({ pointer: at, code: 'TEMPLATE', message: columns })
      else
        for (const column of new Set(columns)) if (!given.includes(column)) read.push({ pointer: at, column })
    }
  }
  return read
}

/** Returns the table columns that the steps of a draft use. Ignores templates that cannot be parsed. */
export function columnsNamed(read: ReadSteps): ReadonlySet<string> {
  return new Set(read.flatMap((one) => (isFault(one) ? [] : [one.column])))
}

/** Returns the columns that steps use outside of templates, for example in conditions. */
export function comparedColumns(steps: readonly Step[]): ReadonlySet<string> {
  return new Set(programOf(steps).flatMap(({ step }) => columnsNamedBy(step).map(({ column }) => column)))
}

/** Returns the fault of the first template that could not be parsed; null if all could. Its columns are unknown. */
export function templateFaultOf(read: ReadSteps): StepFault | null {
  return read.filter(isFault).find(({ code }) => code === 'TEMPLATE') ?? null
}

async function columnsOrFault(
  template: string,
  templates: Templates,
  budget: TemplateBudget,
): Promise<readonly string[] | string> {
  try {
    return await templates.columnsOf(template, budget)
  } catch (error) {
    if (error instanceof TemplateTooSlow) return error.message
    // Reports an error of a template as its fault, but not an overload of the template threads.
    if (error instanceof DomainError && error.kind !== 'overloaded') return error.message
    throw error
  }
}

/**
 * Refuses to publish a spinner whose steps have faults, or use a column that spinners may not use. `isMetadata`
 * lists the columns that they may use.
 */
export function assertSeesOnly(
  metadata: readonly string[],
  columns: readonly string[],
  read: ReadSteps,
): void {
  const errors = publishingFaults(metadata, columns, read)
  if (errors.length === 0) return
  throw new DomainError('SPINNER_INVALID', {
    message: sentence('The spinner has errors and cannot run: {fault}', { fault: errors[0]?.message ?? '' }),
    errors,
  })
}

/**
 * Returns the faults of steps, including uses of columns that spinners may not use. `isMetadata` lists the
 * columns that they may use.
 */
export function publishingFaults(
  metadata: readonly string[],
  columns: readonly string[],
  read: ReadSteps,
): readonly StepFault[] {
  const refused = read.filter(
    (one) =>
      isFault(one) ||
      !metadata.includes(one.column) ||
      (one.mustBeRecordColumn === true && !columns.includes(one.column)),
  )
  const comparisons = new Comparisons()
  // Cuts the list of faults before suggestions are computed. Each suggestion takes time, and a draft may have
  // many faults.
  return refused.slice(0, maxErrorItems).map((one): StepFault => {
    if (isFault(one)) return one
    const { pointer, column } = one
    if (metadata.includes(column)) {
      const message = sentence(
        '"{column}" is a field of the trigger, whose data never changes. Choose a column of the data table.',
        { column },
      )
      return { pointer, code: 'TRIGGER_FIELD', column, message }
    }
    if (column.startsWith(triggerColumnOf('')) && !columns.includes(column)) {
      const message = sentence('"{column}" is not in the `triggerData` of the spinner', { column })
      return { pointer, code: 'UNKNOWN_TRIGGER_FIELD', column, message }
    }
    if (columns.includes(column)) {
      const message = sentence(
        '"{column}" is not visible to spinners. Make it visible to spinners in the settings of the data table.',
        { column },
      )
      return { pointer, code: 'NOT_METADATA', column, message }
    }
    const suggestion = closestName(column, metadata, comparisons)
    const message = sentence('The data table has no column "{column}"', { column })
    const item = { pointer, code: 'UNKNOWN_COLUMN', column, message }
    return suggestion === null ? item : { ...item, suggestion }
  })
}

function isFault(one: NamedColumn | StepFault): one is StepFault {
  return 'code' in one
}

/**
 * A template of a step with its position, and the variables that it may use besides the columns of the table.
 */
interface PlacedTemplate {
  readonly place: string
  readonly template: string
  readonly given: readonly string[]
}

function templatesOf(step: Step): readonly PlacedTemplate[] {
  return filledFields(step).flatMap(([name, field, value]) => {
    if (field.kind === 'template')
      return [{ place: name, template: value as string, given: field.given ?? [] }]
    if (field.kind !== 'entries' || field.values.kind !== 'template') return []
    const { given = [] } = field.values
    return Object.entries(value as Record<string, string>).map(([key, template]) => ({
      place: `${name}/${key}`,
      template,
      given,
    }))
  })
}

interface PlacedColumn {
  readonly place: string
  readonly column: string
  readonly mustBeRecordColumn?: true
}

/**
 * Returns the columns that a step uses outside of templates, for example in conditions. Does not look into
 * the steps of its branches.
 */
function columnsNamedBy(step: Step): readonly PlacedColumn[] {
  return filledFields(step).flatMap(([name, field, value]) => columnsIn(name, field, value))
}

function columnsIn(place: string, field: Field, value: unknown): readonly PlacedColumn[] {
  switch (field.kind) {
    case 'column':
      if (value === '') return []
      return [
        { place, column: value as string, ...(field.mustBeRecordColumn ? { mustBeRecordColumn: true } : {}) },
      ]
    case 'where':
      return comparedColumnsOf(value as Where).flatMap((one) =>
        one.column === '' ? [] : [{ ...one, place: `${place}${one.place}` }],
      )
    case 'list':
      return (value as readonly object[]).flatMap((one, index) =>
        valuesOf(one, field.fields).flatMap(([name, inner, held]) =>
          columnsIn(`${place}/${index}/${name}`, inner, held),
        ),
      )
    case 'group':
      return valuesOf(value as object, field.fields).flatMap(([name, inner, held]) =>
        columnsIn(`${place}/${name}`, inner, held),
      )
    default:
      return []
  }
}
