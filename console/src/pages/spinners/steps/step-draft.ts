import type { Step } from '../../../api/schema.ts'
import { canonical } from '../../../components/settings/canonical.ts'
import { stepsInBranch, withBranches } from './branches.ts'
import { newKey } from './new-key.ts'
import { type stepTypes, typeOf } from './types/step-types.ts'

/**
 * A step while it is edited. All of its fields exist, even if they are not filled in yet. The key belongs to
 * the console and identifies the step on the screen while it is moved.
 */
export type StepDraft = ReturnType<(typeof stepTypes)[Step['type']]['blank']> & { readonly key: string }

export function blankStep(type: Step['type'], columns: readonly string[]): StepDraft {
  return keyed(typeOf({ type }).blank(columns))
}

/** Returns the edited form of a step and of the steps in its branches. */
export function draftOf(step: Step): StepDraft {
  return withBranches(keyed(typeOf(step).draftOf(step)), (steps) => stepsInBranch<Step>(steps).map(draftOf))
}

export function stepOf(draft: StepDraft): Step {
  return withBranches(typeOf(draft).stepOf(keyless(draft)), (steps) =>
    stepsInBranch<StepDraft>(steps).map(stepOf),
  )
}

export function copyOf(draft: StepDraft): StepDraft {
  const copy = keyed(typeOf(draft).copyOf?.(draft) ?? draft)
  return withBranches(copy, (steps) => stepsInBranch<StepDraft>(steps).map(copyOf))
}

/**
 * Adds a new key to the edited form of a step. The cast is safe, because the functions of each step type
 * return its own form.
 */
function keyed(draft: Pick<Step, 'type'>): StepDraft {
  return { ...(draft as StepDraft), key: newKey() }
}

/** Removes the console's key from an edited step, because the API refuses unknown fields. */
function keyless(draft: StepDraft): Pick<Step, 'type'> {
  return Object.fromEntries(Object.entries(draft).filter(([field]) => field !== 'key')) as Pick<Step, 'type'>
}

/**
 * Returns true if two lists of steps do the same. The order of fields does not matter, because the database
 * does not keep it.
 */
export function sameSteps(a: readonly Step[], b: readonly Step[]): boolean {
  return canonical(a) === canonical(b)
}
