import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { reachingQuery } from '../../../api/spinner/spinners.ts'
import type { PreviewOfSteps } from './use-preview.ts'

/**
 * Chooses a record that reaches a step, if the previewed record does not. Returns true if none of the table's
 * first records reaches it.
 */
export function useRecordThatReachesStep(
  spinnerId: string,
  step: string | null,
  preview: PreviewOfSteps,
  onChoose: (recordId: string) => void,
): boolean {
  const { request, steps, stale, error, left } = preview
  const index = request.pointers.findIndex(({ key }) => key === step)
  const isWanted =
    step !== null && index !== -1 && !stale && error === null && !steps.has(step) && !left.has(step)
  const { data } = useQuery({ ...reachingQuery(spinnerId, index, request.steps), enabled: isWanted })
  const found = isWanted ? data?.items[0]?.recordId : undefined
  useEffect(() => {
    if (found !== undefined) onChoose(found)
  }, [found, onChoose])
  return isWanted && data !== undefined && data.items.length === 0
}
