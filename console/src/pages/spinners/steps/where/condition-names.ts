import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { spinnersQuery } from '../../../../api/spinner/spinners.ts'
import { segmentsQuery } from '../../../../api/table/segments.ts'

/** The names of the segments and spinners that conditions ask about, by id. */
export type ConditionNames = ReadonlyMap<string, string>

/**
 * Loads the names that conditions on the records of a data table need in words. `conditions` is a condition, or an object
 * with conditions at any depth. Loads nothing if none asks about a segment or a spinner.
 */
export function useConditionNames(dataTableId: string, conditions: object | null): ConditionNames {
  const text = JSON.stringify(conditions)
  const segments = useQuery({ ...segmentsQuery(dataTableId), enabled: text.includes('"segmentId":') })
  const spinners = useQuery({ ...spinnersQuery, enabled: text.includes('"spinnerId":') })
  return useMemo(
    () => new Map([...(segments.data ?? []), ...(spinners.data ?? [])].map(({ id, name }) => [id, name])),
    [segments.data, spinners.data],
  )
}
