import { Button, Group, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { eventTypesQuery } from '../../api/event/events.ts'
import { eventLabel } from '../../components/event/event-words.ts'
import { AddressFilter } from '../../components/filter/address-filter.tsx'
import { FilterSelect } from '../../components/filter/filter-select.tsx'
import { useSearchParam } from '../../components/search-param.ts'

/** The filters of the log of events: by type, by person and by object. They are kept in the page's URL. */
export function EventFilters() {
  const { data } = useQuery(eventTypesQuery)
  const types = data?.items.map(({ type }) => ({ value: type, label: eventLabel(type) })) ?? []
  return (
    <Group mb="md" gap="sm" align="flex-end">
      <FilterSelect
        label="Type"
        param="type"
        options={types}
        everything="Show events of every type"
        isSearchable
        maxWidth={260}
      />
      <AddressFilter label="Person" />
      <ObjectFilter />
    </Group>
  )
}

function ObjectFilter() {
  const [object = '', setObject] = useSearchParam('object')
  const [typed, setTyped] = useState(object)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setObject(typed.trim() === '' ? undefined : typed.trim())
  }
  return (
    <Group
      component="form"
      role="search"
      gap="sm"
      align="flex-end"
      flex="1 1 16rem"
      maw={400}
      onSubmit={submit}
    >
      <TextInput
        label="Object"
        placeholder="Id of a job, record or sender"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        flex="1 1 10rem"
      />
      <Button type="submit" variant="default" aria-label="Find events about the object">
        Find
      </Button>
    </Group>
  )
}
