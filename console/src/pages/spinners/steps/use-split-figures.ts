import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { armsQuery, newestJobQuery } from '../../../api/job/jobs.ts'
import type { BranchFigures, Spinner } from '../../../api/schema.ts'
import { stepsWithPlaces } from './branches.ts'
import type { StepDraft } from './step-draft.ts'
import { typeOf } from './types/step-types.ts'

/**
 * Returns the figures of one branch of a split, found by the split's path and the branch's name. They are
 * from the newest job; undefined if that job did not run the published version.
 */
export type FiguresOf = (path: string, name: string) => BranchFigures | undefined

export function useSplitFigures(
  { id, publishedVersion }: Pick<Spinner, 'id' | 'publishedVersion'>,
  steps: readonly StepDraft[],
): FiguresOf {
  const isRequested =
    publishedVersion !== null &&
    stepsWithPlaces(steps).some(({ step }) => typeOf(step).branching === 'shares')
  const { data: job } = useQuery({ ...newestJobQuery(id), enabled: isRequested })
  const isOfPublished = job != null && job.spinnerVersion === publishedVersion
  const { data } = useQuery({ ...armsQuery(job?.id ?? ''), enabled: isOfPublished })
  return useMemo(() => {
    const figures = new Map(data?.items.map((branch) => [`${branch.path} ${branch.name}`, branch]))
    return (path: string, name: string) => figures.get(`${path} ${name}`)
  }, [data])
}
