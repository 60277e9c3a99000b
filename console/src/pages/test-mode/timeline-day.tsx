import { Paper, ThemeIcon, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { spinnersQuery } from '../../api/spinner/spinners.ts'
import { useNewSpinners } from '../../api/spinner/use-new-spinners.ts'
import type { TestTimelineEntry } from '../../api/test-mode/test-timeline.ts'
import { timeIn } from '../../components/time/zoned-time.ts'
import { entryKinds } from './entry-kinds.ts'
import { EntryText } from './entry-text.tsx'
import classes from './timeline-day.module.css'

/** One day of the test timeline, with its entries under the date. */
export function TimelineDay({
  date,
  entries,
  timeZone,
  onOpen,
}: {
  date: string
  entries: readonly TestTimelineEntry[]
  timeZone: string
  onOpen: (messageId: string) => void
}) {
  const { data: spinners } = useQuery(spinnersQuery)
  useNewSpinners(
    spinners,
    entries.flatMap(({ spinnerId }) => (spinnerId === null ? [] : [{ spinnerId }])),
  )
  return (
    <section aria-label={date}>
      <Title order={2} size="h4" className={classes['day'] ?? ''}>
        {date}
      </Title>
      <Paper withBorder>
        <ol className="plain-list">
          {entries.map((entry) => {
            const { icon: Icon, color } = entryKinds[entry.kind]
            return (
              <li key={entry.id} className={classes['entry']}>
                <time className={classes['time']} dateTime={entry.at}>
                  {timeIn(timeZone, entry.at)}
                </time>
                <ThemeIcon size={28} radius="xl" variant="light" color={color}>
                  <Icon size={15} aria-hidden />
                </ThemeIcon>
                <div className={classes['what']}>
                  <EntryText entry={entry} spinners={spinners} onOpen={onOpen} />
                </div>
              </li>
            )
          })}
        </ol>
      </Paper>
    </section>
  )
}
