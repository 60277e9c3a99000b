import { Button, Group, Select, TextInput } from '@mantine/core'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { MessageFilter, MessageState } from '../../api/sender/messages.ts'
import { oneOf, useSearchParam } from '../../components/search-param.ts'
import { messageStates } from './message-states.ts'

const states = Object.keys(messageStates) as MessageState[]

/** What the list shows, kept in the address. */
export function useMessageFilter(): MessageFilter {
  const [email] = useSearchParam('email')
  const [jobId] = useSearchParam('jobId')
  const [senderId] = useSearchParam('senderId')
  const [written] = useSearchParam('state')
  const state = oneOf(states, written)
  return {
    ...(email && { email }),
    ...(jobId && { jobId }),
    ...(senderId && { senderId }),
    ...(state && { state }),
  }
}

export function MessageFilters() {
  const { email = '', jobId, senderId, state } = useMessageFilter()
  const [, setEmail] = useSearchParam('email')
  const [, setJobId] = useSearchParam('jobId')
  const [, setSenderId] = useSearchParam('senderId')
  const [, setState] = useSearchParam('state')
  const [typed, setTyped] = useState(email)
  return (
    <Group
      mb="md"
      gap="sm"
      align="flex-end"
      component="form"
      onSubmit={(event: React.FormEvent) => {
        event.preventDefault()
        setEmail(typed.trim() === '' ? undefined : typed.trim())
      }}
    >
      <TextInput
        label="Address"
        placeholder="ada@example.com"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        flex="1 1 12rem"
        maw={320}
      />
      <Button type="submit" variant="default">
        Find
      </Button>
      <Select
        label="State"
        placeholder="All"
        data={states.map((value) => ({ value, label: messageStates[value].word }))}
        value={state ?? null}
        onChange={(value) => setState(value ?? undefined)}
        clearable
        clearButtonProps={{ 'aria-label': 'Show every state' }}
        flex="1 1 8rem"
        maw={180}
      />
      {jobId !== undefined && <Only what="One job" clear={() => setJobId(undefined)} />}
      {senderId !== undefined && <Only what="One sender" clear={() => setSenderId(undefined)} />}
    </Group>
  )
}

function Only({ what, clear }: { what: string; clear: () => void }) {
  return (
    <Button
      variant="light"
      rightSection={<X size={14} aria-hidden />}
      onClick={clear}
      aria-label={`${what}: show all`}
    >
      {what}
    </Button>
  )
}
