import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Where } from '../../../../api/schema.ts'
import { spinnersQuery } from '../../../../api/spinner/spinners.ts'
import { segmentsQuery } from '../../../../api/table/segments.ts'

/** The names of the segments and spinners that conditions ask about, by id. */
export type ConditionNames = ReadonlyMap<string, string>

/** Loads the names that a condition on the records of a data table needs in words. Loads nothing for other conditions. */
export function useConditionNames(dataTableId: string, where: Where | null): ConditionNames {
  const text = JSON.stringify(where)
  const segments = useQuery({ ...segmentsQuery(dataTableId), enabled: text.includes('"segmentId":') })
  const spinners = useQuery({ ...spinnersQuery, enabled: text.includes('"spinnerId":') })
  return useMemo(
    () => new Map([...(segments.data ?? []), ...(spinners.data ?? [])].map(({ id, name }) => [id, name])),
    [segments.data, spinners.data],
  )
}
