import { Badge, Group, Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { recipientsQuery } from '../../../api/job/jobs.ts'
import type { Recipient, RunningSpinnerTest } from '../../../api/schema.ts'
import { dataTableQuery } from '../../../api/table/data-tables.ts'
import { recordsByIdQuery } from '../../../api/table/records-by-id.ts'
import type { TestTimelineEntry } from '../../../api/test-mode/test-timeline.ts'
import { recipientStatuses } from '../../../components/job/recipient-statuses.ts'
import { inWords } from '../../../components/names/field-labels.ts'
import { nameOfRecord } from '../../../components/names/name-of-record.ts'
import { shortTimeIn } from '../../../components/time/zoned-time.ts'
import { t } from '../../../languages/text.ts'
import { entryKinds } from '../entry-kinds.ts'
import { EntryText } from '../entry-text.tsx'
import { QuickReaction } from './quick-reaction.tsx'
import classes from './timeline-by-person.module.css'

interface TimelineProps {
  readonly test: RunningSpinnerTest
  readonly entries: readonly TestTimelineEntry[]
  readonly timeZone: string
  readonly onOpen: (messageId: string) => void
}

/** The timeline of a tested spinner with one card for each person, in which each message can be replied to. */
export function TimelineByPerson({ test, entries, timeZone, onOpen }: TimelineProps) {
  const { jobId, dataTableId } = test
  const recipients = useInfiniteQuery({ ...recipientsQuery(jobId ?? ''), enabled: jobId !== null })
  const people = recipients.data?.pages.flatMap(({ items }) => items) ?? []
  const recordIds = [...new Set([...people.map(({ recordId }) => recordId), ...entries.flatMap(recordOf)])]
  const records = useQuery({
    ...recordsByIdQuery(dataTableId, recordIds),
    enabled: recordIds.length > 0,
  }).data
  const columns = useQuery(dataTableQuery(dataTableId)).data?.columns.map(({ name }) => name) ?? []
  const ofPerson = entriesByRecord(entries)
  return (
    <div className={classes['people']}>
      {recordIds.map((recordId) => {
        const record = records?.find(({ id }) => id === recordId)
        return (
          <PersonCard
            key={recordId}
            name={(record && nameOfRecord(record, columns)) ?? t('Record {recordId}', { recordId })}
            recipient={people.find((recipient) => recipient.recordId === recordId)}
            entries={ofPerson.get(recordId) ?? []}
            timeZone={timeZone}
            onOpen={onOpen}
          />
        )
      })}
    </div>
  )
}

function PersonCard({
  name,
  recipient,
  entries,
  timeZone,
  onOpen,
}: {
  name: string
  recipient: Recipient | undefined
  entries: readonly TestTimelineEntry[]
  timeZone: string
  onOpen: (messageId: string) => void
}) {
  return (
    <Paper withBorder component="section" aria-label={name} className={classes['person'] ?? ''}>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <Title order={2} size="h5" className={classes['name'] ?? ''}>
          {name}
        </Title>
        {recipient !== undefined && (
          <Badge variant="default" tt="none" className={classes['status'] ?? ''}>
            {recipientStatuses[recipient.status].word}
          </Badge>
        )}
      </Group>
      <ol className="plain-list">
        {entries.map((entry) => {
          const { icon: Icon, color } = entryKinds[entry.kind]
          return (
            <li key={entry.id} className={classes['entry']}>
              <ThemeIcon size={24} radius="xl" variant="light" color={color}>
                <Icon size={13} aria-hidden />
              </ThemeIcon>
              <Stack gap={4} className={classes['what'] ?? ''}>
                <Text size="xs" c="dimmed" component="time" dateTime={entry.at}>
                  {shortTimeIn(timeZone, entry.at)}
                </Text>
                <div>
                  <EntryText entry={entry} spinners={[]} onOpen={onOpen} isInCard />
                </div>
                {entry.kind === 'message' && entry.messageId !== null && entry.status !== 'failed' && (
                  <QuickReaction messageId={entry.messageId} onOther={onOpen} />
                )}
              </Stack>
            </li>
          )
        })}
      </ol>
      <NextOfPerson recipient={recipient} timeZone={timeZone} />
    </Paper>
  )
}

/** Says why a recipient waits and until when. The last entry of a recipient whose steps have ended says why they ended. */
function NextOfPerson({ recipient, timeZone }: { recipient: Recipient | undefined; timeZone: string }) {
  if (recipient?.status !== 'waiting' || recipient.reason === null) return null
  const message = inWords(recipient.reason.message)
  const until = recipient.reason.evidence?.['until']
  return (
    <Text size="xs" c="dimmed" mt="sm">
      {typeof until === 'string'
        ? t('Next: {time} · {message}', { time: shortTimeIn(timeZone, until), message })
        : message}
    </Text>
  )
}

function recordOf({ recordId }: TestTimelineEntry): readonly string[] {
  return recordId === null ? [] : [recordId]
}

/** Groups entries by record. An unsubscribe, which names no record, belongs to the record with the same address. */
function entriesByRecord(
  entries: readonly TestTimelineEntry[],
): ReadonlyMap<string, readonly TestTimelineEntry[]> {
  const byEmail = new Map(
    entries.flatMap(({ email, recordId }) =>
      email === null || recordId === null ? [] : [[email, recordId]],
    ),
  )
  const grouped = Map.groupBy(entries, ({ recordId, email }) => recordId ?? byEmail.get(email ?? '') ?? '')
  grouped.delete('')
  return grouped
}
