import type { Step } from '../../../../domain/spinner/steps/step.ts'
import type { Field } from '../../../../domain/spinner/steps/step-field.ts'
import { stepTypeOf } from '../step-types.ts'

type FilledIn = readonly (readonly [name: string, field: Field, value: unknown])[]

/** Returns the fields of a spinner's step that have a value, with the definitions of these fields. */
export function filledFields(step: Step): FilledIn {
  return valuesOf(step, stepTypeOf(step).fields)
}

export function valuesOf(one: object, fields: Readonly<Record<string, Field>>): FilledIn {
  const values = new Map<string, unknown>(Object.entries(one))
  return Object.entries(fields).flatMap(([name, field]) =>
    values.has(name) ? [[name, field, values.get(name)] as const] : [],
  )
}
