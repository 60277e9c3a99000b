import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Job, Spinner } from '../schema.ts'
import { spinnersQuery } from './spinners.ts'

/**
 * Reloads the spinners once if a job belongs to an unknown spinner. The unknown spinner is either deleted or
 * newer than the cached list. The reload finds the name of a newer spinner, so the list need not be polled.
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
