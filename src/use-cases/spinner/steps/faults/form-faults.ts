import type { Step } from '../../../../domain/spinner/steps/step.ts'
import type { Field, Rule, TextField } from '../../../../domain/spinner/steps/step-field.ts'
import { faultsOfWhere } from '../../../../domain/spinner/where/where-fault.ts'
import { sentence } from '../../../../domain/text/sentence.ts'
import { stepTypeOf } from '../step-types.ts'
import { valuesOf } from './filled-fields.ts'
import type { StepFault } from './step-fault.ts'

/**
 * Returns the faults of a spinner's step that do not depend on its table. The faults are checked only at
 * publishing, because a draft may be incomplete. Steps inside its branches are checked separately.
 */
export function formFaultsOf(step: Step, pointer: string): readonly StepFault[] {
  const { fields, needsOneOf, rule } = stepTypeOf(step)
  const faults = valuesOf(step, fields).flatMap(([name, field, value]) =>
    fieldFaults(field, value, { pointer: `${pointer}/${name}`, name }),
  )
  if (needsOneOf !== undefined && needsOneOf.every((name) => !Object.hasOwn(step, name)))
    faults.push({
      pointer,
      code: 'REQUIRED',
      message: sentence('It must have {fields}', { fields: needsOneOf.join(' or ') }),
    })
  else if (rule !== undefined && !rule.holds(step)) faults.push(broken(rule, { pointer, name: null }))
  return faults
}

interface FieldLocation {
  readonly pointer: string
  /** The name of the step's field with the fault; null for a fault of the step itself. */
  readonly name: string | null
}

function fieldFaults(field: Field, value: unknown, place: FieldLocation): StepFault[] {
  switch (field.kind) {
    case 'text':
    case 'template':
      return textFaults(field, value, place)
    case 'column':
    case 'value':
      return value === '' ? [fault(place, 'EMPTY', sentence('must not be empty'))] : []
    case 'wholeNumber':
      return numberFaults(field, value as number, place)
    case 'where':
      return whereFaults(value, place)
    case 'entries':
      return entriesFaults(field, value as object, place)
    case 'group':
      return within(value as object, field.fields, place)
    case 'list':
      return listFaults(field, value as readonly { readonly name?: string }[], place)
    case 'choice':
    case 'flag':
    case 'ids':
    case 'steps':
      return []
  }
}

function within(
  one: object,
  fields: Readonly<Record<string, Field>>,
  { pointer }: FieldLocation,
): StepFault[] {
  return valuesOf(one, fields).flatMap(([name, field, value]) =>
    fieldFaults(field, value, { pointer: `${pointer}/${name}`, name }),
  )
}

function textFaults(
  { longest, mayBeEmpty, rule }: TextField,
  value: unknown,
  place: FieldLocation,
): StepFault[] {
  if (typeof value !== 'string') return []
  if (value === '') return mayBeEmpty ? [] : [fault(place, 'EMPTY', sentence('must not be empty'))]
  if (longest !== undefined && value.length > longest)
    return [fault(place, 'TOO_MANY', sentence('must have at most {count} characters', { count: longest }))]
  return rule === undefined || rule.holds(value) ? [] : [broken(rule, place)]
}

/** Names that differ only in case count as the same name, because names of headers do. */
function entriesFaults(
  { names, values }: Extract<Field, { kind: 'entries' }>,
  entries: object,
  { pointer }: FieldLocation,
): StepFault[] {
  const lowerCaseNames = new Set<string>()
  return Object.entries(entries).flatMap(([name, text]) => {
    const at = { pointer: `${pointer}/${escaped(name)}`, name }
    const nameFaults =
      names?.test(name) === false ? [fault(at, 'NAME', sentence('is not an allowed name'))] : []
    const isTwice = lowerCaseNames.has(name.toLowerCase())
    lowerCaseNames.add(name.toLowerCase())
    const twice = isTwice
      ? [
          fault(
            at,
            'DUPLICATE',
            sentence('has the same name as another entry; upper and lower case are equal'),
          ),
        ]
      : []
    return [...nameFaults, ...twice, ...textFaults(values, text, at)]
  })
}

function numberFaults(
  { least, most }: Extract<Field, { kind: 'wholeNumber' }>,
  value: number,
  place: FieldLocation,
): StepFault[] {
  if (value < least) return [fault(place, 'TOO_FEW', sentence('must be at least {least}', { least }))]
  return value > most ? [fault(place, 'TOO_MANY', sentence('must be at most {most}', { most }))] : []
}

function whereFaults(value: unknown, place: FieldLocation): StepFault[] {
  return [...faultsOfWhere(value)].map(({ path, code, message }) => {
    const [last = place.name] = path.slice(-1)
    return fault({ pointer: [place.pointer, ...path].join('/'), name: String(last) }, code, message)
  })
}

function listFaults(
  { least, fields }: Extract<Field, { kind: 'list' }>,
  list: readonly { readonly name?: string }[],
  place: FieldLocation,
): StepFault[] {
  const few =
    list.length < least
      ? [
          fault(
            place,
            'TOO_FEW',
            least === 1
              ? sentence('must have at least 1 entry')
              : sentence('must have at least {least} entries', { least }),
          ),
        ]
      : []
  const names = list.map(({ name }) => name)
  return list.reduce<StepFault[]>((faults, one, index) => {
    const at = { pointer: `${place.pointer}/${index}`, name: null }
    const isTwice = one.name !== undefined && names.indexOf(one.name) < index
    const twice = isTwice ? [fault(at, 'DUPLICATE', sentence('has the same name as another entry'))] : []
    return [...faults, ...twice, ...within(one, fields, at)]
  }, few)
}

function broken(rule: Rule<never>, place: FieldLocation): StepFault {
  return fault(place, rule.code, rule.message)
}

function fault({ pointer, name }: FieldLocation, code: string, words: string): StepFault {
  const message =
    name === null ? sentence('It {words}', { words }) : sentence('"{field}" {words}', { field: name, words })
  return { pointer, code, message }
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
