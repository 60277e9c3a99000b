import { isProblem } from '../../../api/problem.ts'
import type { Preview } from '../../../api/schema.ts'
import { inWords } from '../../../components/names/field-labels.ts'
import { t } from '../../../languages/text.ts'
import { stepsWithPlaces } from './branches.ts'
import type { StepDraft } from './step-draft.ts'
import { typeOf } from './types/step-types.ts'

/** A fault in a field of a step. The field is named as in the API's pointers. */
export interface StepFault {
  readonly key: string
  readonly field: string
  readonly message: string
}

/** Returns the faults of steps that the console finds without the API. */
export function faultsOf(steps: readonly StepDraft[]): readonly StepFault[] {
  return stepsWithPlaces(steps).flatMap(({ step }) => faultsOfStep(step))
}

const faultsByDraft = new WeakMap<StepDraft, readonly StepFault[]>()

/** Returns the faults of one step. They are cached, because the edited form of a step never changes. */
function faultsOfStep(step: StepDraft): readonly StepFault[] {
  const cached = faultsByDraft.get(step)
  if (cached !== undefined) return cached
  const faults = typeOf(step)
    .faultsOf(step)
    .map(([field, message]) => ({ key: step.key, field, message }))
  faultsByDraft.set(step, faults)
  return faults
}

interface ApiFault {
  readonly pointer: string
  readonly code: string
  readonly message?: string
  readonly suggestion?: string
}

/**
 * The keys of the steps with their JSON pointers. A fault belongs to the innermost step whose pointer begins
 * the fault's pointer.
 */
export type StepPointers = readonly { readonly pointer: string; readonly key: string }[]

export function pointersOf(steps: readonly StepDraft[]): StepPointers {
  return stepsWithPlaces(steps).map(({ pointer, step: { key } }) => ({ pointer, key }))
}

/** Returns the faults that the API found in the steps that the console sent. */
export function faultsFromApi(errors: readonly ApiFault[], steps: StepPointers): readonly StepFault[] {
  return errors.flatMap(({ pointer, code, message: text = code, suggestion }) => {
    const message = inWords(text)
    const step = steps.findLast((one) => `${pointer}/`.startsWith(`${one.pointer}/`))
    if (step === undefined) return []
    return [
      {
        key: step.key,
        field: pointer
          .slice(step.pointer.length + 1)
          .replaceAll('~1', '/')
          .replaceAll('~0', '~'),
        message:
          suggestion === undefined
            ? message
            : t('{message}; the column with the most similar name is “{suggestion}”', {
                message,
                suggestion,
              }),
      },
    ]
  })
}

export function apiFaultsOf(preview: Preview | undefined, error: unknown): readonly ApiFault[] {
  return [...(preview?.errors ?? []), ...(isProblem(error) ? (error.problem.errors ?? []) : [])]
}

/**
 * Merges lists of faults and keeps one fault per field, from the earliest list. The console's own faults thus
 * hide older faults of the API.
 */
export function mergedFaults(...lists: readonly (readonly StepFault[])[]): readonly StepFault[] {
  const first = new Map<string, StepFault>()
  for (const fault of lists.flat()) {
    const place = `${fault.key} ${fault.field}`
    if (!first.has(place)) first.set(place, fault)
  }
  return [...first.values()]
}

export function faultsByStep(faults: readonly StepFault[]): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const byStep = new Map<string, Map<string, string>>()
  for (const { key, field, message } of faults) {
    const ofStep = byStep.get(key) ?? new Map<string, string>()
    byStep.set(key, ofStep.set(field, message))
  }
  return byStep
}
