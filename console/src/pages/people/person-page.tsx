import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { personQuery } from '../../api/person/people.ts'
import type { Person } from '../../api/schema.ts'
import { BackLink } from '../../components/back-link.tsx'
import { NotLoaded } from '../../components/loading/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { WholeWords } from '../../components/person/whole-words.tsx'
import { t } from '../../languages/text.ts'
import { OnePerson } from './one-person.tsx'
import { PersonButtons } from './person-buttons.tsx'

/** Shows one person: who it is, the state and the next steps, and the timeline. */
export function PersonPage() {
  const { personId = '' } = useParams({ strict: false })
  const query = useInfiniteQuery(personQuery(personId))
  const [person] = query.data?.pages ?? []
  const back = <BackLink to="/people">{t('All people')}</BackLink>
  if (person === undefined)
    return (
      <>
        <PageHeader title={t('Person')} above={back} />
        <NotLoaded query={query} rows={6} />
      </>
    )
  const name = nameOf(person)
  return (
    <>
      <PageHeader
        title={<WholeWords text={name} />}
        name={name}
        description={<WholeWords text={detailsOf(person).join(' · ')} />}
        above={back}
        actions={<PersonButtons person={person} />}
      />
      <OnePerson key={personId} person={person} query={query} />
    </>
  )
}

function nameOf({ name, email, match }: Person): string {
  return name ?? email ?? match?.value ?? t('Person')
}

/** Returns the company, the address and the tables of a person, as far as the title does not say them. */
function detailsOf({ name, email, match, company, dataTables }: Person): readonly string[] {
  const knownAs = email ?? match?.value ?? null
  const tables = dataTables.map((table) => table.name).join(', ')
  return [
    company,
    name === null ? null : knownAs,
    tables === '' ? null : t('in {tables}', { tables }),
  ].filter((part) => part !== null)
}
