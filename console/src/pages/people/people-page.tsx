import { Stack } from '@mantine/core'
import { Users } from 'lucide-react'
import type { PersonSought } from '../../api/person/people.ts'
import { EmptyState } from '../../components/loading/empty-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useSearchParam } from '../../components/search-param.ts'
import { FindPerson } from './find-person.tsx'
import { OnePerson } from './one-person.tsx'

/** Shows the state and history of one person, whom the URL of the page names. */
export function PeoplePage() {
  const sought = useSought()
  const key = JSON.stringify(sought)
  return (
    <>
      <PageHeader
        title="People"
        description="One person in all tables and spinners: where they came from, what was sent to them, and why something was not sent."
      />
      <Stack gap="lg">
        <FindPerson key={`find ${key}`} sought={sought} />
        {sought === null ? (
          <EmptyState icon={Users} title="Which person do you want to find?">
            You can also open a person from a record, a recipient or a message.
          </EmptyState>
        ) : (
          <OnePerson key={key} sought={sought} />
        )}
      </Stack>
    </>
  )
}

function useSought(): PersonSought | null {
  const [email] = useSearchParam('email')
  const [column] = useSearchParam('column')
  const [value] = useSearchParam('value')
  if (email !== undefined) return { email }
  return column === undefined || value === undefined ? null : { column, value }
}
