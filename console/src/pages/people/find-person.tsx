import { Button, Group, Paper, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useState } from 'react'
import type { PersonSought } from '../../api/person/people.ts'
import { dataTablesQuery } from '../../api/table/data-tables.ts'

const byAddress = 'E-mail address'

/** A search for one person, by e-mail address or by any column of any table. */
export function FindPerson({ sought }: { sought: PersonSought | null }) {
  const navigate = useNavigate()
  const { data: tables = [] } = useQuery(dataTablesQuery)
  const [by, setBy] = useState(sought !== null && 'column' in sought ? sought.column : byAddress)
  const [text, setText] = useState(sought === null ? '' : 'column' in sought ? sought.value : sought.email)
  const columns = [...new Set(tables.flatMap((table) => table.columns.map(({ name }) => name)))]
  const find = () => {
    const value = text.trim()
    if (value === '') return
    void navigate({ to: '/people', search: by === byAddress ? { email: value } : { column: by, value } })
  }
  return (
    <Paper withBorder p="md">
      <form
        role="search"
        aria-label="People"
        onSubmit={(event) => {
          event.preventDefault()
          find()
        }}
      >
        <Group align="flex-end" gap="sm">
          <Select
            label="Find by"
            data={[byAddress, ...columns.filter((name) => name !== byAddress)]}
            value={by}
            onChange={(value) => setBy(value ?? byAddress)}
            allowDeselect={false}
            searchable={columns.length > 8}
            w={190}
          />
          <TextInput
            label={by}
            placeholder={by === byAddress ? 'ada@example.com' : undefined}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            flex="1 1 14rem"
            autoComplete="off"
          />
          <Button type="submit" leftSection={<Search size={16} aria-hidden />}>
            Find
          </Button>
        </Group>
      </form>
    </Paper>
  )
}
