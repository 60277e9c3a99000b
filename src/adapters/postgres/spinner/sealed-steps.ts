import { programOf } from '../../../domain/spinner/steps/program.ts'
import type { Step } from '../../../domain/spinner/steps/step.ts'
import { withBranches } from '../../../domain/spinner/steps/step-capabilities.ts'
import type { SealedOwner, Sealing } from '../../../ports/sealing.ts'

/** The owner of a list of steps: a version of a spinner, or its draft. */
export interface StepsOwner {
  readonly spinnerId: string
  readonly version: number | 'draft'
}

/**
 * A header's value as it is stored in a step. An encrypted value is an object, so it differs from text that
 * people type. A process that does not know this form fails instead of sending it.
 */
type StoredValue = string | { readonly sealed: string }

type StoredStep = Omit<Step, 'headers'> & { readonly headers?: Readonly<Record<string, StoredValue>> }
export type StoredSteps = readonly StoredStep[]

/**
 * The text that replaces a header's value that cannot be decrypted. It is an unknown variable, so publishing
 * refuses it, and a job fails with its name.
 */
const unreadable = '{{ secret_that_cannot_be_read }}'

/**
 * Returns steps as they are stored: the values of headers are encrypted, because they may be credentials of
 * receivers.
 */
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

/** Returns steps with decrypted headers. Values that were stored before sealing are returned as they are. */
export function openedSteps(stored: StoredSteps, owner: StepsOwner, sealing: Sealing): Step[] {
  const opened = withHeaders(stored, owner, (value, of) =>
    typeof value === 'string' ? value : (sealing.open(value.sealed, of) ?? unreadable),
  )
  return opened as Step[]
}

export interface StepsSealedAgain {
  readonly steps: StoredSteps
  /** The number of header values that were now encrypted with the newest key, and were not before. */
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
  change: (value: StoredValue, of: SealedOwner) => StoredValue,
): StoredStep[] {
  // Numbers the steps as the runtime does. The number is part of a header's encryption, so headers at the top
  // level must keep theirs.
  let index = 0
  const changed = (list: StoredSteps): StoredStep[] =>
    list.map((step) => {
      const at = index++
      const inBranches = withBranches(step as Step, (inner) => changed(inner) as Step[]) as StoredStep
      if (step.headers === undefined) return inBranches
      const headers = Object.entries(step.headers).map(([name, value]) => {
        const id = `${spinnerId} ${version} ${at} ${name}`
        return [name, change(value, { kind: 'webhook header', id })] as const
      })
      return { ...inBranches, headers: Object.fromEntries(headers) }
    })
  return changed(steps)
}
