import { Stack, Table, Text } from '@mantine/core'
import type { ListedPerson } from '../../api/schema.ts'
import { AnchorLink } from '../../components/links.tsx'
import { ListTable } from '../../components/table/list-table.tsx'
import { t } from '../../languages/text.ts'
import { type PeopleColumn, usePeopleColumns } from './people-columns.tsx'
import { useOrderingHeadings } from './people-order.ts'

/** The width in px of the first column, and of each other column, at which the table begins to scroll sideways. */
const [personWidth, columnWidth] = [280, 120]

/**
 * The table of people. The name, or else the address, leads to the page of the person. The last message and the status
 * are read for the shown people alone, so they order no list.
 */
export function PeopleTable({ people }: { people: readonly ListedPerson[] }) {
  const columns = usePeopleColumns()
  const heading = useOrderingHeadings()
  return (
    <ListTable
      label={t('People')}
      columns={[
        heading('person', t('Person')),
        ...columns.map(({ id, label }) =>
          id === 'company' || id === 'source' || id === 'createdAt' ? heading(id, label) : label,
        ),
      ]}
      minWidth={personWidth + columns.length * columnWidth}
      isCardsOnPhones
    >
      {people.map((person) => (
        <PersonRow key={person.id} person={person} columns={columns} />
      ))}
    </ListTable>
  )
}

function PersonRow({ person, columns }: { person: ListedPerson; columns: readonly PeopleColumn[] }) {
  const { id, email, match, name } = person
  const knownAs = email ?? match?.value ?? ''
  return (
    <Table.Tr>
      <Table.Td>
        <Stack gap={0} style={{ overflowWrap: 'anywhere' }}>
          <AnchorLink to="/people/$personId" params={{ personId: id }} size="sm" fw={500}>
            {name ?? knownAs}
          </AnchorLink>
          {name !== null && (
            <Text size="xs" c="dimmed">
              {knownAs}
            </Text>
          )}
        </Stack>
      </Table.Td>
      {columns.map((column) => (
        <Table.Td key={column.id} style={{ overflowWrap: 'anywhere' }}>
          {column.cell(person)}
        </Table.Td>
      ))}
    </Table.Tr>
  )
}
