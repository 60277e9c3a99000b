import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Job, Spinner } from '../schema.ts'
import { spinnersQuery } from './spinners.ts'

/**
 * Has the spinners again once when a job is of one that is not among them, which is either deleted or
 * newer than they are: so the name of a job is found without reading the whole list.
 */
export function useNewSpinners(
  spinners: readonly Spinner[] | undefined,
  jobs: readonly Pick<Job, 'spinnerId'>[] | undefined,
): void {
  const client = useQueryClient()
  const known = new Set(spinners?.map(({ id }) => id))
  const unknown = new Set(jobs?.map(({ spinnerId }) => spinnerId).filter((id) => !known.has(id)))
  const missing = spinners === undefined ? '' : [...unknown].toSorted().join()
  useEffect(() => {
    if (missing !== '') void client.invalidateQueries({ queryKey: spinnersQuery.queryKey, exact: true })
  }, [client, missing])
}
