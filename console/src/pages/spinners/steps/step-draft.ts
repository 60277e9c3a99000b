import type { Step } from '../../../api/schema.ts'
import { newKey } from './new-key.ts'
import { unmade, withWays } from './tree.ts'
import { type stepTypes, typeOf } from './types/step-types.ts'

/**
 * A step as it is edited: every field is there, even where it is not filled in yet. The key is the
 * console's own, so that a step keeps its place on the screen while it is moved.
 */
export type StepDraft = ReturnType<(typeof stepTypes)[Step['type']]['blank']> & { readonly key: string }

export function blankStep(type: Step['type'], columns: readonly string[]): StepDraft {
  return keyed(typeOf({ type }).blank(columns))
}

/** With what lies in its ways, if it has some. */
export function draftOf(step: Step): StepDraft {
  return withWays(keyed(typeOf(step).draftOf(step)), (steps) => unmade<Step>(steps).map(draftOf))
}

export function stepOf(draft: StepDraft): Step {
  return withWays(typeOf(draft).stepOf(keyless(draft)), (steps) => unmade<StepDraft>(steps).map(stepOf))
}

export function copyOf(draft: StepDraft): StepDraft {
  const copy = keyed(typeOf(draft).copyOf?.(draft) ?? draft)
  return withWays(copy, (steps) => unmade<StepDraft>(steps).map(copyOf))
}

/** A type's own functions give drafts of that type; the compiler cannot follow that through the table. */
function keyed(draft: Pick<Step, 'type'>): StepDraft {
  return { ...(draft as StepDraft), key: newKey() }
}

/** The API refuses a field that it does not know, so that a type may take its draft for its step. */
function keyless(draft: StepDraft): Pick<Step, 'type'> {
  return Object.fromEntries(Object.entries(draft).filter(([field]) => field !== 'key')) as Pick<Step, 'type'>
}

/** Steps that do the same: the order of fields, which the database does not keep, means nothing. */
export function sameSteps(a: readonly Step[], b: readonly Step[]): boolean {
  return canonical(a) === canonical(b)
}

export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([x], [y]) => (x < y ? -1 : 1)))
      : inner,
  )
}
