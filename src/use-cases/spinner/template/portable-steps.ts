import type { Step } from '../../../domain/spinner/steps/step.ts'
import type { Field } from '../../../domain/spinner/steps/step-field.ts'
import { filledFields, valuesOf } from '../steps/faults/filled-fields.ts'

/**
 * Returns steps without the things that a template must not contain: the senders, which another spinner may not be
 * meant to use, and the values of headers, which are secrets. The names of the headers stay with empty values.
 */
export function portableSteps(steps: readonly Step[]): readonly Step[] {
  return steps.map((step) => portable(step, filledFields(step)))
}

function portable<Whole extends object>(whole: Whole, fields: ReturnType<typeof valuesOf>): Whole {
  const changed = new Map<string, unknown>(Object.entries(whole))
  for (const [name, field, value] of fields) {
    if (field.kind === 'ids' && field.of === 'senders') changed.delete(name)
    else changed.set(name, portableValue(field, value))
  }
  return Object.fromEntries(changed) as Whole
}

function portableValue(field: Field, value: unknown): unknown {
  switch (field.kind) {
    case 'steps':
      return portableSteps(value as readonly Step[])
    case 'group':
      return portable(value as object, valuesOf(value as object, field.fields))
    case 'list':
      return (value as readonly object[]).map((entry) => portable(entry, valuesOf(entry, field.fields)))
    case 'entries':
      return field.isSecret === true
        ? Object.fromEntries(Object.keys(value as object).map((name) => [name, '']))
        : value
    default:
      return value
  }
}
