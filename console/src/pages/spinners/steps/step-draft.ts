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

/** Returns a new step as it follows the last step of its type before it; unchanged if there is none. */
export function asFollowUp(blank: StepDraft, before: StepDraft | undefined): StepDraft {
  const { followUpOf } = typeOf(blank)
  if (before === undefined || followUpOf === undefined) return blank
  return { ...followUpOf(blank, before), key: blank.key } as StepDraft
}

/** Returns the edited form of a step and of the steps in its branches. */
export function draftOf(step: Step): StepDraft {
  return withBranches(keyed(typeOf(step).draftOf(step)), (steps) => stepsInBranch<Step>(steps).map(draftOf))
}

const stored = new WeakMap<StepDraft, Step>()

/**
 * Returns a step in the API's form from its edited form. The result is cached, because edited forms never change: while
 * the user types in one step, the other steps need not be converted for each key.
 */
export function stepOf(draft: StepDraft): Step {
  const cached = stored.get(draft)
  if (cached !== undefined) return cached
  const step = withBranches(typeOf(draft).stepOf(keyless(draft)), (steps) =>
    stepsInBranch<StepDraft>(steps).map(stepOf),
  )
  stored.set(draft, step)
  return step
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
  return a.length === b.length && a.every((step, index) => textOf(step) === textOf(b[index] as Step))
}

const texts = new WeakMap<Step, string>()

/** Returns a step as text for comparisons. The text is cached, because steps never change. */
function textOf(step: Step): string {
  const text = texts.get(step) ?? canonical(step)
  texts.set(step, text)
  return text
}
