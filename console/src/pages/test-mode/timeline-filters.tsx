import { Button, Group, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { spinnersQuery } from '../../api/spinner/spinners.ts'
import type { TimelineFilter } from '../../api/test-mode/test-timeline.ts'
import { useSearchParam } from '../../components/search-param.ts'

/** The filter of the timeline, kept in the address of the page. */
export function useTimelineFilter(): TimelineFilter {
  const [spinnerId] = useSearchParam('spinner')
  const [email] = useSearchParam('email')
  return { ...(spinnerId && { spinnerId }), ...(email && { email }) }
}

export function TimelineFilters() {
  const { spinnerId = null, email = '' } = useTimelineFilter()
  const [, setSpinner] = useSearchParam('spinner')
  const [, setEmail] = useSearchParam('email')
  const [typed, setTyped] = useState(email)
  const { data: spinners = [] } = useQuery(spinnersQuery)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setEmail(typed.trim() === '' ? undefined : typed.trim())
  }
  return (
    <form role="search" aria-label="Timeline" onSubmit={submit}>
      <Group mb="md" gap="sm" align="flex-end">
        <Select
          label="Spinner"
          placeholder="All spinners"
          data={spinners.map(({ id, name }) => ({ value: id, label: name }))}
          value={spinnerId}
          onChange={(value) => setSpinner(value ?? undefined)}
          clearable
          clearButtonProps={{ 'aria-label': 'Show every spinner' }}
          flex="1 1 10rem"
          maw={260}
        />
        <TextInput
          label="Person"
          placeholder="ada@example.com"
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          flex="1 1 10rem"
          maw={300}
        />
        <Button type="submit" variant="default">
          Find
        </Button>
      </Group>
    </form>
  )
}
