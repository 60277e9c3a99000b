import { Text } from '@mantine/core'
import { type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import type { Recipient, SpinnerVersion } from '../../../api/schema.ts'
import { LoadMore } from '../../../components/loading/load-more.tsx'
import { NotLoaded } from '../../../components/loading/loaded.tsx'
import { t } from '../../../languages/text.ts'
import { RecipientCards } from '../recipients/recipient-list.tsx'
import { useRecipientNames } from '../recipients/use-recipient-names.ts'

/** Lists the recipients of a spinner's jobs that are loaded so far. */
export function PeopleList({
  spinnerId,
  version,
  query,
  jobId,
}: {
  spinnerId: string
  version: SpinnerVersion | undefined
  /** The job whose recipients may be acted on; absent if the recipients name their jobs, or the job was cancelled. */
  jobId?: string
  query: UseInfiniteQueryResult<InfiniteData<{ readonly items: readonly Recipient[] }>>
}) {
  const pages = query.data?.pages.map(({ items }) => items)
  const who = useRecipientNames({ spinnerId }, pages ?? [], version)
  const recipients = pages?.flat()
  if (recipients === undefined) return <NotLoaded query={query} rows={3} />
  if (recipients.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('No recipients to list: they have continued, or Spindle stores only their number.')}
      </Text>
    )
  return (
    <>
      <RecipientCards
        recipients={recipients}
        steps={version?.steps ?? []}
        who={who}
        headingId="who"
        {...(jobId === undefined ? {} : { jobId })}
      />
      <LoadMore query={query} />
    </>
  )
}
