import type { Step } from '../../../domain/spinner/steps/step.ts'
import { withBranches } from '../../../domain/spinner/steps/step-capabilities.ts'
import type { SealedOwner, Sealing } from '../../../ports/sealing.ts'

/** The owner of a list of steps: a version of a spinner, or its draft. */
export interface StepsOwner {
  readonly spinnerId: string
  readonly version: number | 'draft'
}

/** The value of a webhook step's header as it is stored: encrypted, because it may be a credential. */
interface StoredValue {
  readonly sealed: string
}

type StepWith<Value> = Omit<Step, 'headers'> & { readonly headers?: Readonly<Record<string, Value>> }
export type StoredSteps = readonly StepWith<StoredValue>[]

/**
 * The text that replaces a header's value that cannot be decrypted. It is an unknown variable, so publishing
 * refuses it, and a job fails with its name.
 */
const unreadable = '{{ secret_that_cannot_be_read }}'

/**
 * Returns steps as they are stored: the values of headers are encrypted, because they may be credentials of
 * receivers.
 */
export function storedSteps(steps: readonly Step[], owner: StepsOwner, sealing: Sealing): StoredSteps {
  return withHeaders<string, StoredValue>(steps, owner, (value, of) => ({ sealed: sealing.seal(value, of) }))
}

/** Returns the steps of a spinner with the values of their headers decrypted. */
export function openedSteps(stored: StoredSteps, owner: StepsOwner, sealing: Sealing): Step[] {
  const opened = withHeaders<StoredValue, string>(
    stored,
    owner,
    ({ sealed }, of) => sealing.open(sealed, of) ?? unreadable,
  )
  return opened as Step[]
}

/** Returns steps with empty headers, for readers of the steps' names and positions. */
export function stepsWithoutSecrets(stored: StoredSteps): Step[] {
  return withHeaders<StoredValue, string>(stored, { spinnerId: '', version: 'draft' }, () => '') as Step[]
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
  const steps = withHeaders<StoredValue, StoredValue>(stored, owner, (value, of) => {
    const key = sealing.keyOf(value.sealed)
    if (key === sealing.newestKey) return value
    if (key !== null) olderKeys.push(key)
    const text = sealing.open(value.sealed, of)
    if (text === null) missing++
    else changed++
    return text === null ? value : { sealed: sealing.seal(text, of) }
  })
  return { steps, changed, olderKeys, unreadable: missing }
}

function withHeaders<From, To>(
  steps: readonly StepWith<From>[],
  { spinnerId, version }: StepsOwner,
  change: (value: From, of: SealedOwner) => To,
): StepWith<To>[] {
  // Numbers the steps in the same order as the runtime does. A header is encrypted together with the number
  // of its step, so headers of steps outside of branches must keep their numbers.
  let index = 0
  const changed = (list: readonly StepWith<From>[]): StepWith<To>[] =>
    list.map((step) => {
      const at = index++
      const inBranches = withBranches(
        step as Step,
        (inner) => changed(inner as StepWith<From>[]) as Step[],
      ) as StepWith<To>
      if (step.headers === undefined) return inBranches
      const headers = Object.entries(step.headers).map(([name, value]) => {
        const id = `${spinnerId} ${version} ${at} ${name}`
        return [name, change(value, { kind: 'webhook header', id })] as const
      })
      return { ...inBranches, headers: Object.fromEntries(headers) }
    })
  return changed(steps)
}
