import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { isRetryable } from '../../../api/problem.ts'
import type { Preview, PreviewedStep, Spinner, Step } from '../../../api/schema.ts'
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
  readonly request: { readonly pointers: StepPointers; readonly steps: readonly Step[] }
}

/** Returns the complete steps as the API previews them, with their JSON pointers. */
function requestFor(drafts: readonly StepDraft[]) {
  const incomplete = new Set(faultsOf(drafts).map(({ key }) => key))
  const complete = withoutSteps(drafts, incomplete)
  return { pointers: pointersOf(complete), steps: complete.map(stepOf) }
}

/** Previews the edited steps for a record. Incomplete steps are left out. */
export function usePreview(
  spinnerId: string,
  /** The id of the record to preview; undefined if the table has no records, null while that is unknown. */
  recordId: string | undefined | null,
  /** The steps, without the changes of the last moments. */
  drafts: readonly StepDraft[],
  /** Whether the steps have changed since. */
  isOutdated: boolean,
  declared: Spinner['triggerData'],
): PreviewOfSteps {
  const settled = useStableValue(useMemo(() => requestFor(drafts), [drafts]))
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

  const isMissing = data === undefined
  return useMemo(() => {
    const asks = new Set(settled.pointers.map(({ key }) => key))
    const latest = error === null ? shown : { data: undefined, pointers: settled.pointers }
    return {
      steps: stepsIn(shown),
      faults: faultsFromApi(apiFaultsOf(latest.data, error), latest.pointers),
      warnings: [...new Set(latest.data?.warnings.map(({ message }) => message))],
      error,
      left: new Set(stepsWithPlaces(drafts).flatMap(({ step: { key } }) => (asks.has(key) ? [] : [key]))),
      stale: isOutdated || isMissing,
      request: settled,
    }
  }, [shown, settled, error, drafts, isOutdated, isMissing])
}

/** Returns the results of a preview by step key. */
function stepsIn({ data, pointers }: { data: Preview | undefined; pointers: StepPointers }) {
  return new Map(
    data?.items[0]?.steps.flatMap((step) => {
      const key = pointers[step.step]?.key
      return key === undefined ? [] : [[key, step] as const]
    }),
  )
}
