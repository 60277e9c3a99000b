import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mayPass } from '../../../api/problem.ts'
import type { PreviewedStep, Spinner, Step } from '../../../api/schema.ts'
import { previewQuery } from '../../../api/spinner/spinners.ts'
import { type StepDraft, stepOf } from '../steps/step-draft.ts'
import {
  apiFaultsOf,
  faultsFromApi,
  faultsOf,
  pointersOf,
  type StepFault,
  type StepPointers,
} from '../steps/step-faults.ts'
import { placedIn, without } from '../steps/tree.ts'
import { useSame } from '../use-same.ts'

const afterLastChange = 400
const untilNextAttempt = 3_000

export interface PreviewOfSteps {
  /** What comes of each step, by its key; those after the first that skips or fails are not in it. */
  readonly steps: ReadonlyMap<string, PreviewedStep>
  readonly faults: readonly StepFault[]
  readonly error: Error | null
  /** The steps that are left out. */
  readonly left: ReadonlySet<string>
  /** Whether it shows steps that have been edited since. */
  readonly stale: boolean
  /** What it was asked about. */
  readonly asked: { readonly pointers: StepPointers; readonly steps: readonly Step[] }
}

/** What the steps would do for a record, as they stand. Those that are not filled in yet are left out. */
export function usePreview(
  spinnerId: string,
  /** None where there is none; null where that is not known yet. */
  recordId: string | undefined | null,
  drafts: readonly StepDraft[],
  declared: Spinner['triggerData'],
): PreviewOfSteps {
  const incomplete = new Set(faultsOf(drafts).map(({ key }) => key))
  const complete = without(drafts, incomplete)
  const asked = useSame({ pointers: pointersOf(complete), steps: complete.map(stepOf) })
  const asks = new Set(asked.pointers.map(({ key }) => key))
  const [settled] = useDebouncedValue(asked, afterLastChange)
  const {
    data,
    error: refusal,
    isFetching,
  } = useQuery({
    ...previewQuery(spinnerId, recordId ?? undefined, settled.steps, declared),
    enabled: recordId !== null && settled.steps.length > 0,
    retry: false,
    refetchInterval: ({ state: { error } }) => error !== null && mayPass(error) && untilNextAttempt,
  })
  // While it is tried again it is still so, and does not flicker.
  const [outage, setOutage] = useState<Error | null>(null)
  const nextOutage = refusal !== null && mayPass(refusal) ? refusal : isFetching ? outage : null
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
    error,
    left: new Set(placedIn(drafts).flatMap(({ step: { key } }) => (asks.has(key) ? [] : [key]))),
    stale: asked !== settled || data === undefined,
    asked: settled,
  }
}
