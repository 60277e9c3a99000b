import type { Step } from '../../../api/schema.ts'
import { canonical } from '../../../components/settings/canonical.ts'
import { stepsInBranch, withBranches } from './branches.ts'

/** The text with which the API replaces the values of headers. A step that is sent with it keeps the stored value. */
export const hiddenValue = '(hidden)'

/** Returns steps as the API shows them: with the values of headers hidden. */
export function withHiddenHeaders(steps: readonly Step[]): Step[] {
  return steps.map((step) => {
    const inner = withBranches(step, (branch) => withHiddenHeaders(stepsInBranch<Step>(branch)))
    if (!('headers' in inner) || inner.headers === undefined) return inner
    const names = Object.keys(inner.headers)
    return { ...inner, headers: Object.fromEntries(names.map((name) => [name, hiddenValue])) }
  })
}

/**
 * Returns stored steps with the values of headers that the user has typed since the page was opened, if the typed steps
 * are those that were stored. Otherwise the answer to a save would replace a value while the user types it.
 */
export function withTypedHeaders(stored: Step[], typed: Step[]): Step[] {
  return canonical(withHiddenHeaders(typed)) === canonical(stored) ? typed : stored
}
