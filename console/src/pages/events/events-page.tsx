import { Button, Paper, Text } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Radio, SearchX } from 'lucide-react'
import { askForEvents, type EventFilter, eventsQuery } from '../../api/event/events.ts'
import { peopleWithQuery, personQuery } from '../../api/person/people.ts'
import { eventLabel } from '../../components/event/event-words.ts'
import { EmptyState } from '../../components/loading/empty-state.tsx'
import { LoadMore } from '../../components/loading/load-more.tsx'
import { NotLoaded } from '../../components/loading/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { PersonLink } from '../../components/person-link.tsx'
import { useSearchParam } from '../../components/search-param.ts'
import { showDone } from '../../components/show-done.ts'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/text.ts'
import { EventFilters } from './event-filters.tsx'
import { EventRow } from './event-row.tsx'

/** Shows the log of events that other systems read: by type, by person and by object. */
export function EventsPage() {
  const [email] = useSearchParam('email')
  const [object] = useSearchParam('object')
  const [type] = useSearchParam('type')
  const shared = type === undefined ? {} : { type }
  return (
    <>
      <PageHeader
        title={t('Events')}
        description={t(
          'What has happened in this organization, as other systems read it. Events are kept for 30 days.',
        )}
        guide="api/events"
      />
      <EventFilters />
      {email === undefined ? (
        <Log filter={{ ...shared, ...(object === undefined ? {} : { object }) }} />
      ) : (
        <LogOfPerson key={email} email={email} type={type} />
      )}
    </>
  )
}

/** Shows the events about one person: about the address, and about the records that have it. */
function LogOfPerson({ email, type }: { email: string; type: string | undefined }) {
  const people = useQuery(peopleWithQuery({ email }))
  const [listed] = people.data?.items ?? []
  const query = useInfiniteQuery({ ...personQuery(listed?.id ?? ''), enabled: listed !== undefined })
  const { data } = query
  if (people.data === undefined) return <NotLoaded query={people} rows={6} />
  if (listed !== undefined && data === undefined) return <NotLoaded query={query} rows={6} />
  const ids = data?.pages[0]?.eventObjects ?? []
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm" component="div">
        {rich('Events about {person} and the records with this address.', {
          person: <PersonLink address={email} />,
        })}
      </Text>
      {ids.length === 0 ? (
        <EmptyState icon={SearchX} title={t('No events about this person')}>
          {t('No record or event of this organization has this address.')}
        </EmptyState>
      ) : (
        <Log filter={{ object: ids.join(','), ...(type === undefined ? {} : { type }) }} />
      )}
    </>
  )
}

function Log({ filter }: { filter: EventFilter }) {
  const query = useInfiniteQuery(eventsQuery(filter))
  const events = query.data?.pages.flatMap(({ items }) => items)
  return (
    <>
      {events === undefined && <NotLoaded query={query} rows={6} />}
      {events?.length === 0 && !query.hasNextPage && <NoEvents type={filter.type} />}
      {events?.length === 0 && query.hasNextPage && (
        <EmptyState icon={SearchX} title={t('No matching events in the searched part')}>
          {t('Only part of the log was searched. Load more to search older events.')}
        </EmptyState>
      )}
      {events !== undefined && events.length > 0 && (
        <Paper withBorder component="ul" className="plain-list" aria-label={t('Events, newest first')}>
          {events.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </Paper>
      )}
      <LoadMore query={query} />
    </>
  )
}

/** Says why there are no events, and offers to write them from now on. */
function NoEvents({ type }: { type: string | undefined }) {
  const ask = useMutation({
    mutationFn: () => askForEvents(type),
    onSuccess: () => showDone(t('Events are written from now on, for seven days')),
  })
  const wanted =
    type === undefined ? t('all events') : t('events of the type “{event}”', { event: eventLabel(type) })
  return (
    <EmptyState
      icon={Radio}
      title={t('No matching events')}
      action={
        <Button loading={ask.isPending} onClick={() => ask.mutate()}>
          {t('Write {wanted} for seven days', { wanted })}
        </Button>
      }
    >
      {t(
        'Events are written only while a destination or a program is subscribed to their type. Earlier events are not added later.',
      )}
    </EmptyState>
  )
}
