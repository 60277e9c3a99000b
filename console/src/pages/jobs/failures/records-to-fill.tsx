import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { TableProperties } from 'lucide-react'
import { recipientsQuery } from '../../../api/job/jobs.ts'
import type { Job, Where } from '../../../api/schema.ts'
import { spinnerQuery } from '../../../api/spinner/spinners.ts'
import { ButtonLink } from '../../../components/links.tsx'

/**
 * A link to the records whose empty cells made recipients of a job fail. It filters the table by the columns
 * that the first failed recipients lack.
 */
export function RecordsToFill({ job }: { job: Job }) {
  const { data: spinner } = useQuery(spinnerQuery(job.spinnerId))
  const failed = useInfiniteQuery(recipientsQuery(job.id, { state: 'failed', reason: 'MISSING_CELL' }))
  const columns = new Set(
    (failed.data?.pages ?? [])
      .flatMap(({ items }) => items)
      .flatMap(({ reason }) => {
        const column = reason?.evidence?.['column']
        return typeof column === 'string' && !column.startsWith('trigger.') ? [column] : []
      }),
  )
  const empty = [...columns].map((column): Where => ({ column, operator: 'missing' }))
  const [first] = empty
  if (spinner === undefined || first === undefined) return null
  return (
    <ButtonLink
      size="xs"
      leftSection={<TableProperties size={14} aria-hidden />}
      to="/data-tables/$dataTableId"
      params={{ dataTableId: spinner.dataTableId }}
      search={{ tab: 'records', where: empty.length === 1 ? first : { or: empty } }}
    >
      {empty.length === 1 ? `Open records without “${[...columns].join()}”` : 'Open records with empty cells'}
    </ButtonLink>
  )
}
