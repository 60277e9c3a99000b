import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isRetryable } from '../../../api/problem.ts'
import type { PreviewedStep, Spinner, Step } from '../../../api/schema.ts'
import { previewQuery } from '../../../api/spinner/spinners.ts'
import { stepsWithPlaces } from '../steps/branches.ts'
import { type StepDraft, stepOf } from '../steps/step-draft.ts'
import {
  apiFaultsOf,
  faultsFromApi,
  faultsOf,
  pointersOf,
  type StepFault,
  type StepPointers,
} from '../steps/step-faults.ts'
import { withoutSteps } from '../steps/step-tree.ts'
import { useStableValue } from '../use-stable-value.ts'

const afterLastChange = 400
const untilNextAttempt = 3_000

export interface PreviewOfSteps {
  /**
   * The results of the preview by step key. Steps after the first one that skips the record or fails are
   * missing.
   */
  readonly steps: ReadonlyMap<string, PreviewedStep>
  readonly faults: readonly StepFault[]
  /** The messages of the warnings that an admin or owner accepts to publish the steps, each once. */
  readonly warnings: readonly string[]
  readonly error: Error | null
  /** The keys of the incomplete steps, which are left out of the preview. */
  readonly left: ReadonlySet<string>
  /** Whether the steps have changed since they were last previewed. */
  readonly stale: boolean
  /** The steps that were sent for the preview, with their JSON pointers. */
  readonly asked: { readonly pointers: StepPointers; readonly steps: readonly Step[] }
}

/** Previews the edited steps for a record. Incomplete steps are left out. */
export function usePreview(
  spinnerId: string,
  /** The id of the record to preview; undefined if the table has no records, null while that is unknown. */
  recordId: string | undefined | null,
  drafts: readonly StepDraft[],
  declared: Spinner['triggerData'],
): PreviewOfSteps {
  const incomplete = new Set(faultsOf(drafts).map(({ key }) => key))
  const complete = withoutSteps(drafts, incomplete)
  const requested = useStableValue({ pointers: pointersOf(complete), steps: complete.map(stepOf) })
  const asks = new Set(requested.pointers.map(({ key }) => key))
  const [settled] = useDebouncedValue(requested, afterLastChange)
  const {
    data,
    error: refusal,
    isFetching,
  } = useQuery({
    ...previewQuery(spinnerId, recordId ?? undefined, settled.steps, declared),
    enabled: recordId !== null && settled.steps.length > 0,
    retry: false,
    refetchInterval: ({ state: { error } }) => error !== null && isRetryable(error) && untilNextAttempt,
  })
  // Keeps the error of an unreachable API on the screen during a retry, so that it does not flicker.
  const [outage, setOutage] = useState<Error | null>(null)
  const nextOutage = refusal !== null && isRetryable(refusal) ? refusal : isFetching ? outage : null
  if (nextOutage !== outage) setOutage(nextOutage)
  const error = refusal ?? nextOutage
  const [shown, setShown] = useState({ data, pointers: settled.pointers })
  if (data !== undefined && (data !== shown.data || settled.pointers !== shown.pointers))
    setShown({ data, pointers: settled.pointers })

  const item = shown.data?.items[0]
  const steps = new Map(
    item?.steps.flatMap((step) => {
      const key = shown.pointers[step.step]?.key
      return key === undefined ? [] : [[key, step] as const]
    }),
  )
  const latest = error === null ? shown : { data: undefined, pointers: settled.pointers }
  return {
    steps,
    faults: faultsFromApi(apiFaultsOf(latest.data, error), latest.pointers),
    warnings: [...new Set(latest.data?.warnings.map(({ message }) => message))],
    error,
    left: new Set(stepsWithPlaces(drafts).flatMap(({ step: { key } }) => (asks.has(key) ? [] : [key]))),
    stale: requested !== settled || data === undefined,
    asked: settled,
  }
}
