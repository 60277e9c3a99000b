import { Alert, Badge, Grid, Group, Paper, Stack, Text, ThemeIcon, Timeline, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Ban, Info, SearchX, Users } from 'lucide-react'
import { type PersonSought, personQuery } from '../../api/person/people.ts'
import type { Person } from '../../api/schema.ts'
import { spinnersQuery } from '../../api/spinner/spinners.ts'
import { useNewSpinners } from '../../api/spinner/use-new-spinners.ts'
import { dataTablesQuery } from '../../api/table/data-tables.ts'
import { AnchorLink } from '../../components/links.tsx'
import { EmptyState } from '../../components/loading/empty-state.tsx'
import { LoadMore } from '../../components/loading/load-more.tsx'
import { ListSkeleton } from '../../components/loading/skeletons.tsx'
import { OptOutProposal } from '../../components/person/opt-out-proposal.tsx'
import { asksToStop } from '../../components/person/opt-out-request.ts'
import { PersonActions } from '../../components/person/person-actions.tsx'
import { suppressionWords } from '../../components/person/suppression-words.ts'
import { PersonLink } from '../../components/person-link.tsx'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { Moment } from '../../components/time/moment.tsx'
import { ExplainBox } from './explain-box.tsx'
import { TimelineEntry } from './timeline-entry.tsx'
import { type TimelineItem, timelineKinds } from './timeline-kinds.ts'

/** Shows the timeline of one person, any suppression, and whether a spinner would write to the person. */
export function OnePerson({ sought }: { sought: PersonSought }) {
  const query = useInfiniteQuery(personQuery(sought))
  const [person] = query.data?.pages ?? []
  if (person === undefined) {
    if (query.isError) return <ProblemAlert error={query.error} retry={query.refetch} />
    return <ListSkeleton rows={6} />
  }
  if (person.people.length > 1) return <SeveralPeople people={person.people} />
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  if (items.length === 0) return <NothingKnown person={person} />
  const isRequested =
    person.suppression === null &&
    (person.removalRequest !== null || items.some(({ reason }) => asksToStop(reason)))
  return (
    <>
      {isRequested && person.email !== null && <OptOutProposal address={person.email} />}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }} order={{ base: 2, md: 1 }}>
          <Paper withBorder p="lg" component="section" aria-labelledby="timeline">
            <Title order={2} id="timeline" mb="lg">
              Timeline
            </Title>
            {!person.isComplete && <Incomplete />}
            <Events items={items} />
            <LoadMore query={query} />
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }} order={{ base: 1, md: 2 }}>
          <Stack gap="lg">
            <PersonStatus person={person} sought={sought} />
            {person.email !== null && <ExplainBox key={person.email} address={person.email} />}
          </Stack>
        </Grid.Col>
      </Grid>
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
      {items.map((item) => {
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
            <TimelineEntry item={item} named={named} />
          </Timeline.Item>
        )
      })}
    </Timeline>
  )
}

function PersonStatus({ person: { email, suppression }, sought }: { person: Person; sought: PersonSought }) {
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="person">
      <Group justify="space-between" align="flex-start" wrap="nowrap" mb="xs">
        <Title order={2} size="h4" id="person" style={{ overflowWrap: 'anywhere' }}>
          {email ?? 'No address'}
        </Title>
        <PersonActions sought={email === null ? sought : { email }} />
      </Group>
      {email === null ? (
        <Text size="sm" c="dimmed">
          The records that were found have no e-mail address.
        </Text>
      ) : suppression === null ? (
        <Text size="sm" c="dimmed">
          This address is not suppressed: jobs may write to it.
        </Text>
      ) : (
        <Group gap="xs">
          <Badge
            variant="default"
            tt="none"
            fw={500}
            leftSection={<Ban size={13} color="var(--mantine-color-yellow-6)" aria-hidden />}
          >
            {suppressionWords[suppression.reason]}
          </Badge>
          <Text size="sm" c="dimmed" component="div">
            No job writes to this address. Suppressed <Moment at={suppression.createdAt} />.
          </Text>
        </Group>
      )}
      {email !== null && (
        <Text size="sm" mt="xs" component="div">
          <AnchorLink to="/events" search={{ email }} underline="always" inherit>
            Events about this person
          </AnchorLink>
        </Text>
      )}
    </Paper>
  )
}

function SeveralPeople({ people }: { people: readonly string[] }) {
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="several">
      <Group gap="sm" mb="sm" wrap="nowrap">
        <Users size={20} aria-hidden />
        <Title order={2} size="h4" id="several">
          {people.length === 50
            ? 'More than one person has this value'
            : `${people.length} people have this value`}
        </Title>
      </Group>
      <Stack component="ul" gap={6} className="plain-list">
        {people.map((address) => (
          <Text component="li" size="sm" key={address} style={{ overflowWrap: 'anywhere' }}>
            <PersonLink address={address} />
          </Text>
        ))}
      </Stack>
    </Paper>
  )
}

function NothingKnown({ person }: { person: Person }) {
  return (
    <Stack>
      {!person.isComplete && <Incomplete />}
      <EmptyState icon={SearchX} title="No person found">
        No record, message or suppression of this organization matches the search. An address is found in any
        spelling, but only if it fills the whole cell.
      </EmptyState>
    </Stack>
  )
}

function Incomplete() {
  return (
    <Alert color="gray" icon={<Info aria-hidden />} mb="lg">
      Not all records of this person were searched: there are more than a thousand, or the tables are too
      large to search in time.
    </Alert>
  )
}
