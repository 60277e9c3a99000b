import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { hasEnded, newestJobQuery } from '../../../../../api/job/jobs.ts'
import { jobStepsQuery } from '../../../../../api/job/steps.ts'
import type { Job, Spinner, StepProgress } from '../../../../../api/schema.ts'
import { spinnerVersionQuery } from '../../../../../api/spinner/spinners.ts'
import { matchedSteps } from '../../../changes/step-changes.ts'
import { stepsWithPlaces } from '../../branches.ts'
import { type StepDraft, stepOf } from '../../step-draft.ts'

const pollEveryMs = 3_000
const noCounts: ReadonlyMap<string, StepProgress> = new Map()

/**
 * Returns the latest job of a spinner, and its recipients at each step by step key. The counts follow the job while it
 * runs. A step of the draft has the counts of the same step in the version that the job runs; a new step has none.
 */
export function useLatestCounts(
  { id, publishedVersion }: Pick<Spinner, 'id' | 'publishedVersion'>,
  steps: readonly StepDraft[],
): { job: Job | null; counts: ReadonlyMap<string, StepProgress> } {
  const { data: job = null } = useQuery({
    ...newestJobQuery(id),
    enabled: publishedVersion !== null,
    refetchInterval: ({ state: { data } }) => (data != null && !hasEnded(data) ? pollEveryMs : false),
  })
  const { data: figures } = useQuery({
    ...jobStepsQuery(job?.id ?? '', job === null ? '' : `${job.status} ${job.retries.length}`),
    enabled: job !== null,
    placeholderData: keepPreviousData,
    refetchInterval: job !== null && !hasEnded(job) ? pollEveryMs : false,
  })
  const { data: version } = useQuery({
    ...spinnerVersionQuery(id, job?.spinnerVersion ?? 0),
    enabled: job !== null,
  })
  const counts = useMemo(() => {
    if (version === undefined || figures === undefined) return noCounts
    const matched = matchedSteps(version.steps, steps.map(stepOf))
    return new Map(
      stepsWithPlaces(steps).flatMap(({ step, index }) => {
        const progress = figures.steps.find((each) => each.step === matched.get(index))
        return progress === undefined ? [] : [[step.key, progress] as const]
      }),
    )
  }, [version, figures, steps])
  return { job, counts }
}
