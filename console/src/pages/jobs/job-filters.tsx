import { Group, Select } from '@mantine/core'
import type { JobStatus } from '../../api/job/jobs.ts'
import type { Spinner } from '../../api/schema.ts'
import { jobStatuses } from '../../components/job/job-status-badge.tsx'
import { useSearchParam } from '../../components/search-param.ts'

export function JobFilters({
  statuses,
  spinners,
}: {
  statuses: readonly JobStatus[]
  spinners: readonly Spinner[]
}) {
  const [status, setStatus] = useSearchParam('status')
  const [spinnerId, setSpinnerId] = useSearchParam('spinnerId')
  return (
    <Group mb="md" gap="sm">
      <Select
        label="Status"
        placeholder="All"
        data={statuses.map((value) => ({ value, label: jobStatuses[value].word }))}
        value={status ?? null}
        onChange={(value) => setStatus(value ?? undefined)}
        clearable
        clearButtonProps={{ 'aria-label': 'Show every status' }}
        flex="1 1 9rem"
        maw={200}
      />
      <Select
        label="Spinner"
        placeholder="All"
        data={spinners.map(({ id, name }) => ({ value: id, label: name }))}
        value={spinnerId ?? null}
        onChange={(value) => setSpinnerId(value ?? undefined)}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Show every spinner' }}
        nothingFoundMessage="No such spinner"
        flex="1 1 9rem"
        maw={320}
      />
    </Group>
  )
}
