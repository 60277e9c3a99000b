import { Alert, Box } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { Info, SearchX, Users } from 'lucide-react'
import { type PersonSought, peopleQuery, peopleWithQuery } from '../../api/person/people.ts'
import { ExportCsv } from '../../components/export/export-csv.tsx'
import { EmptyState } from '../../components/loading/empty-state.tsx'
import { LoadMore } from '../../components/loading/load-more.tsx'
import { NotLoaded } from '../../components/loading/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useSearchParam } from '../../components/search-param.ts'
import { t } from '../../languages/text.ts'
import { PeopleColumnsButton } from './people-columns.tsx'
import { PeopleFilters, PeopleSearch, usePeopleFilter } from './people-filters.tsx'
import { PeopleTable } from './people-table.tsx'
import { PeopleViews } from './people-views.tsx'

/** The time in ms between two requests for the list while records are still entered in it. */
const pollEveryMs = 2_000

/** Shows the list of people, or the page of the person whom the URL names by an address or another value. */
export function PeoplePage() {
  const sought = useSought()
  const filter = usePeopleFilter()
  return (
    <>
      <PageHeader
        title={t('People')}
        description={t('The people in your data tables, with their last message and status.')}
        guide="use/people"
        actions={
          sought === null && (
            <>
              <PeopleViews />
              <PeopleColumnsButton />
              <ExportCsv path="/api/v1/people" filter={{ ...filter }} fileName="people.csv" />
            </>
          )
        }
      />
      <Box mb="md">
        <PeopleSearch />
      </Box>
      {sought === null ? <People /> : <PeopleWith key={JSON.stringify(sought)} sought={sought} />}
    </>
  )
}

function People() {
  const filter = usePeopleFilter()
  const query = useInfiniteQuery({
    ...peopleQuery(filter),
    refetchInterval: ({ state: { data } }) => (data?.pages[0]?.isComplete === false ? pollEveryMs : false),
  })
  const people = query.data?.pages.flatMap(({ items }) => items)
  const isIncomplete = query.data?.pages[0]?.isComplete === false
  return (
    <>
      <PeopleFilters />
      {isIncomplete && (
        <Alert color="gray" icon={<Info aria-hidden />} mb="md" role="status">
          {t('The list is being filled from your data tables. More people may appear.')}
        </Alert>
      )}
      {people === undefined && <NotLoaded query={query} rows={6} />}
      {people?.length === 0 && !isIncomplete && <NoPeople isFiltered={Object.keys(filter).length > 0} />}
      {people !== undefined && people.length > 0 && <PeopleTable people={people} />}
      <LoadMore query={query} />
    </>
  )
}

function NoPeople({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState
      icon={isFiltered ? SearchX : Users}
      title={isFiltered ? t('No matching people') : t('No people')}
    >
      {isFiltered
        ? t('Change the search or the filters above.')
        : t('People appear here when a data table has records with e-mail addresses.')}
    </EmptyState>
  )
}

/** Opens the page of the only person with an address or a value, or lists the people who share the value. */
function PeopleWith({ sought }: { sought: PersonSought }) {
  const query = useQuery(peopleWithQuery(sought))
  const [spinner] = useSearchParam('spinner')
  if (query.data === undefined) return <NotLoaded query={query} rows={6} />
  const [person, other] = query.data.items
  if (person === undefined)
    return (
      <EmptyState icon={SearchX} title={t('No person found')}>
        {t(
          'No record, message or suppression of this organization matches. An address is found in any spelling, but only if it fills the whole cell.',
        )}
      </EmptyState>
    )
  if (other !== undefined) return <People />
  const search = spinner === undefined ? {} : { spinner }
  return <Navigate to="/people/$personId" params={{ personId: person.id }} search={search} replace />
}

function useSought(): PersonSought | null {
  const [email] = useSearchParam('email')
  const [column] = useSearchParam('column')
  const [value] = useSearchParam('value')
  if (email !== undefined) return { email }
  return column === undefined || value === undefined ? null : { column, value }
}
