import { Group } from '@mantine/core'
import type { JobStatus } from '../../api/job/jobs.ts'
import type { Spinner } from '../../api/schema.ts'
import { FilterSelect } from '../../components/filter/filter-select.tsx'
import { jobStatuses } from '../../components/job/job-status-badge.tsx'

export function JobFilters({
  statuses,
  spinners,
}: {
  statuses: readonly JobStatus[]
  spinners: readonly Spinner[]
}) {
  return (
    <Group mb="md" gap="sm">
      <FilterSelect
        label="Status"
        param="status"
        options={statuses.map((value) => ({ value, label: jobStatuses[value].word }))}
        everything="Show jobs of every status"
        maxWidth={200}
      />
      <FilterSelect
        label="Spinner"
        param="spinnerId"
        options={spinners.map(({ id, name }) => ({ value: id, label: name }))}
        everything="Show jobs of every spinner"
        isSearchable
        maxWidth={320}
      />
    </Group>
  )
}
