import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { TableProperties } from 'lucide-react'
import { recipientsQuery } from '../../../api/job/jobs.ts'
import type { Job } from '../../../api/schema.ts'
import { spinnerQuery } from '../../../api/spinner/spinners.ts'
import { emptyCellReason, emptyColumnOf } from '../../../api/table/records-to-fill.ts'
import { ButtonLink } from '../../../components/links.tsx'
import { t } from '../../../languages/text.ts'

/** A link to the records whose empty cells made recipients of a job fail, with these cells marked. */
export function RecordsToFill({ job: { id, spinnerId }, count }: { job: Job; count: number }) {
  const { data: spinner } = useQuery(spinnerQuery(spinnerId))
  const failed = useInfiniteQuery(recipientsQuery(id, { status: 'failed', reason: emptyCellReason }))
  const lacksCells = failed.data?.pages.some(({ items }) =>
    items.some((recipient) => emptyColumnOf(recipient) !== null),
  )
  if (spinner === undefined || lacksCells !== true) return null
  return (
    <ButtonLink
      size="xs"
      leftSection={<TableProperties size={14} aria-hidden />}
      to="/data-tables/$dataTableId"
      params={{ dataTableId: spinner.dataTableId }}
      search={{ tab: 'records', job: id }}
    >
      {count === 1 ? t('Open this record') : t('Open these {count, number} records', { count })}
    </ButtonLink>
  )
}
