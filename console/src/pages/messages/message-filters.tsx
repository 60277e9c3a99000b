import { Group } from '@mantine/core'
import type { MessageFilter, MessageStatus } from '../../api/sender/messages.ts'
import { AddressFilter } from '../../components/filter/address-filter.tsx'
import { FilterChip } from '../../components/filter/filter-chip.tsx'
import { FilterSelect } from '../../components/filter/filter-select.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { oneOf, useSearchParam } from '../../components/search-param.ts'
import { messageStatuses } from './message-statuses.ts'

const states = Object.keys(messageStatuses) as MessageStatus[]

/** Returns the filter of the message log, which is kept in the page's URL. */
export function useMessageFilter(): MessageFilter {
  const [email] = useSearchParam('email')
  const [jobId] = useSearchParam('jobId')
  const [senderId] = useSearchParam('senderId')
  const [written] = useSearchParam('status')
  const status = oneOf(states, written)
  return {
    ...(email && { email }),
    ...(jobId && { jobId }),
    ...(senderId && { senderId }),
    ...(status && { status }),
  }
}

export function MessageFilters() {
  const { jobId, senderId } = useMessageFilter()
  const [, setJobId] = useSearchParam('jobId')
  const [, setSenderId] = useSearchParam('senderId')
  return (
    <Group mb="md" gap="sm" align="flex-end">
      <AddressFilter label="Address" />
      <FilterSelect
        label="State"
        param="status"
        options={states.map((value) => ({ value, label: messageStatuses[value].word }))}
        everything="Show messages of every state"
        maxWidth={180}
      />
      {jobId !== undefined && (
        <>
          <FilterChip label="One job" everything="show all" onClear={() => setJobId(undefined)} />
          <ButtonLink to="/jobs/$jobId" params={{ jobId }} variant="default">
            Open the job
          </ButtonLink>
        </>
      )}
      {senderId !== undefined && (
        <FilterChip label="One sender" everything="show all" onClear={() => setSenderId(undefined)} />
      )}
    </Group>
  )
}
