import { programOf } from '../../../domain/spinner/steps/program.ts'
import { type Step, withWays } from '../../../domain/spinner/steps/step.ts'
import type { Belonging, Sealing } from '../../../ports/sealing.ts'

/** Whose steps they are: a version of a spinner, or its draft. */
export interface StepsOwner {
  readonly spinnerId: string
  readonly version: number | 'draft'
}

/**
 * A header's value as it lies in the database. That it is no text tells it from what people have typed, and keeps a
 * process that does not know of it from sending it: no template can be made of it.
 */
type StoredValue = string | { readonly sealed: string }

type StoredStep = Omit<Step, 'headers'> & { readonly headers?: Readonly<Record<string, StoredValue>> }
export type StoredSteps = readonly StoredStep[]

/** What stands in the place of a value that cannot be opened: publishing refuses it, and a job fails with its name. */
const unreadable = '{{ secret_that_cannot_be_read }}'

/** Steps as they are kept: the values of headers may be credentials of receivers. */
export async function storedSteps(
  steps: readonly Step[],
  owner: StepsOwner,
  sealing: Sealing,
): Promise<StoredSteps> {
  const hasHeaders = programOf(steps).some(({ step }) => 'headers' in step && step.headers !== undefined)
  if (!hasHeaders || !(await sealing.hasBegun())) return [...steps]
  return withHeaders(steps, owner, (value, of) =>
    typeof value === 'string' ? { sealed: sealing.seal(value, of) } : value,
  )
}

/** Steps as they are worked with. What was stored before it was sealed is as it is. */
export function openedSteps(stored: StoredSteps, owner: StepsOwner, sealing: Sealing): Step[] {
  const opened = withHeaders(stored, owner, (value, of) =>
    typeof value === 'string' ? value : (sealing.open(value.sealed, of) ?? unreadable),
  )
  return opened as Step[]
}

export interface StepsSealedAgain {
  readonly steps: StoredSteps
  /** How many values were sealed by the newest key, which they were not before. */
  readonly changed: number
  readonly olderKeys: readonly string[]
  readonly unreadable: number
}

export function stepsSealedAgain(stored: StoredSteps, owner: StepsOwner, sealing: Sealing): StepsSealedAgain {
  const olderKeys: string[] = []
  let [changed, missing] = [0, 0]
  const steps = withHeaders(stored, owner, (value, of) => {
    const key = typeof value === 'string' ? null : sealing.keyOf(value.sealed)
    if (key === sealing.newestKey) return value
    if (key !== null) olderKeys.push(key)
    const text = typeof value === 'string' ? value : sealing.open(value.sealed, of)
    if (text === null) missing++
    else changed++
    return text === null ? value : { sealed: sealing.seal(text, of) }
  })
  return { steps, changed, olderKeys, unreadable: missing }
}

function withHeaders(
  steps: StoredSteps,
  { spinnerId, version }: StepsOwner,
  change: (value: StoredValue, of: Belonging) => StoredValue,
): StoredStep[] {
  // Counted as the runtime counts them, so that those at the top keep the name that they were sealed under.
  let index = 0
  const changed = (list: StoredSteps): StoredStep[] =>
    list.map((step) => {
      const at = index++
      const inWays = withWays(step as Step, (inner) => changed(inner) as Step[]) as StoredStep
      if (step.headers === undefined) return inWays
      const headers = Object.entries(step.headers).map(([name, value]) => {
        const id = `${spinnerId} ${version} ${at} ${name}`
        return [name, change(value, { kind: 'webhook header', id })] as const
      })
      return { ...inWays, headers: Object.fromEntries(headers) }
    })
  return changed(steps)
}
