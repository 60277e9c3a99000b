import { Alert, Grid, Paper, Stack, ThemeIcon, Timeline, Title } from '@mantine/core'
import { type InfiniteData, type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query'
import { Info, SearchX } from 'lucide-react'
import type { Person } from '../../api/schema.ts'
import { spinnersQuery } from '../../api/spinner/spinners.ts'
import { useNewSpinners } from '../../api/spinner/use-new-spinners.ts'
import { dataTablesQuery } from '../../api/table/data-tables.ts'
import { EmptyState } from '../../components/loading/empty-state.tsx'
import { LoadMore } from '../../components/loading/load-more.tsx'
import { OptOutProposal } from '../../components/person/opt-out-proposal.tsx'
import { asksToStop } from '../../components/person/opt-out-request.ts'
import { t } from '../../languages/text.ts'
import { ExplainBox } from './explain-box.tsx'
import { PersonRecord } from './person-record.tsx'
import { PersonStatus } from './person-status.tsx'
import { groupsOf } from './timeline/message-groups.ts'
import { TimelineEntry } from './timeline/timeline-entry.tsx'
import { type TimelineItem, timelineKinds } from './timeline/timeline-kinds.ts'

/** Shows the newest record of one person, the state and the next steps, and the timeline by message. */
export function OnePerson({
  person,
  query,
}: {
  person: Person
  /** The query of the pages of the timeline. */
  query: UseInfiniteQueryResult<InfiniteData<Person>>
}) {
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  if (items.length === 0) return <NothingKnown person={person} />
  const isRequested =
    person.suppression === null &&
    (person.removalRequest !== null || items.some(({ reason }) => asksToStop(reason)))
  return (
    <>
      {isRequested && person.email !== null && <OptOutProposal address={person.email} />}
      <Grid gap="lg" mb="lg">
        {person.newestRecord !== null && (
          <Grid.Col span={{ base: 12, md: 6 }}>
            <PersonRecord person={person} />
          </Grid.Col>
        )}
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack gap="lg">
            <PersonStatus person={person} />
            {person.email !== null && (
              <ExplainBox
                key={person.email}
                address={person.email}
                likely={person.upcomingSteps[0]?.spinnerId ?? lastSpinnerOf(items)}
              />
            )}
          </Stack>
        </Grid.Col>
      </Grid>
      <Paper withBorder p="lg" component="section" aria-labelledby="timeline">
        <Title order={2} id="timeline" mb="lg">
          {t('Timeline')}
        </Title>
        {!person.isComplete && <Incomplete />}
        <Events items={items} />
        <LoadMore query={query} />
      </Paper>
    </>
  )
}

function Events({ items }: { items: readonly TimelineItem[] }) {
  const jobs = items.flatMap(({ spinnerId }) => (spinnerId === undefined ? [] : [{ spinnerId }]))
  const { data: tables } = useQuery(dataTablesQuery)
  const { data: spinners } = useQuery(spinnersQuery)
  useNewSpinners(spinners, jobs)
  const named = { tables, spinners }
  return (
    <Timeline bulletSize={28} lineWidth={2} role="list" aria-labelledby="timeline">
      {groupsOf(items).map(({ item, below }) => {
        const { icon: Icon, color } = timelineKinds[item.kind]
        const { at, kind, recordId, jobId, step, requestId, arrivalId } = item
        return (
          <Timeline.Item
            key={[at, kind, recordId, jobId, step, requestId, arrivalId].join(' ')}
            role="listitem"
            bullet={
              <ThemeIcon size={28} radius="xl" variant="light" color={color}>
                <Icon size={15} aria-hidden />
              </ThemeIcon>
            }
          >
            <TimelineEntry item={item} below={below} named={named} />
          </Timeline.Item>
        )
      })}
    </Timeline>
  )
}

/** Returns the spinner of the newest event that has one. */
function lastSpinnerOf(items: readonly TimelineItem[]): string | undefined {
  return items.find(({ spinnerId }) => spinnerId !== undefined)?.spinnerId
}

function NothingKnown({ person }: { person: Person }) {
  return (
    <Stack>
      {!person.isComplete && <Incomplete />}
      <EmptyState icon={SearchX} title={t('No person found')}>
        {t('This organization has no record, message or suppression of this person.')}
      </EmptyState>
    </Stack>
  )
}

function Incomplete() {
  return (
    <Alert color="gray" icon={<Info aria-hidden />} mb="lg">
      {t(
        'Not all records of this person were searched: there are more than a thousand, or the tables are too large to search in time.',
      )}
    </Alert>
  )
}
