import { type MantineSize, Progress } from '@mantine/core'
import type { JobCounts } from '../../api/schema.ts'
import { t } from '../../languages/text.ts'
import { countOf, recipientStatuses, wordsOfStatusCount } from './recipient-statuses.ts'

const segments = ['done', 'skipped', 'failed', 'unconfirmed', 'stopped', 'waiting'] as const

/** Shows the progress of a job as a bar with a segment for each state of its recipients. */
export function JobProgress({
  counts,
  words = wordsOfCounts(counts),
  size = 'md',
}: {
  counts: JobCounts
  /** The counts in words, for screen readers. */
  words?: string
  size?: MantineSize | number
}) {
  return (
    <Progress.Root size={size} role="img" aria-label={words}>
      {segments
        .filter((status) => countOf(counts, status) > 0)
        .map((status) => (
          <Progress.Section
            key={status}
            withAria={false}
            value={(countOf(counts, status) / counts.total) * 100}
            color={recipientStatuses[status].color}
          />
        ))}
    </Progress.Root>
  )
}

/** Returns the counts of a job's recipients in words: "1,200 recipients: 497 done, 3 failed, 700 pending". */
export function wordsOfCounts(counts: JobCounts): string {
  const words = [...segments, 'pending' as const]
    .filter((status) => countOf(counts, status) > 0)
    .map((status) => wordsOfStatusCount(status, countOf(counts, status)))
  if (counts.total === 0) return t('No recipients')
  return t('{count, plural, one {# recipient} other {# recipients}}: {list}', {
    count: counts.total,
    list: words.join(', '),
  })
}
