import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { TableRecord } from '../../../api/schema.ts'
import { recordsByIdQuery } from '../../../api/table/records-by-id.ts'

/** Returns the records that the preview offers, with the chosen record added if it is not among them. */
export function useRecordsWithChosen(
  dataTableId: string,
  records: readonly TableRecord[] | undefined,
  chosen: string | undefined,
): readonly TableRecord[] | undefined {
  const isElsewhere =
    chosen !== undefined && records !== undefined && records.every(({ id }) => id !== chosen)
  const { data } = useQuery({ ...recordsByIdQuery(dataTableId, [chosen ?? '']), enabled: isElsewhere })
  return useMemo(
    () => (records === undefined || !isElsewhere ? records : [...(data ?? []), ...records]),
    [records, isElsewhere, data],
  )
}
