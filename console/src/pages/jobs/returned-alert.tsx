import { Alert } from '@mantine/core'
import { Undo2 } from 'lucide-react'
import type { Job } from '../../api/schema.ts'

/** Says how many recipients a cancelled job returned, and which job can take them. */
export function ReturnedAlert({ job: { reasons, retryOf } }: { job: Job }) {
  const count = reasons.find(({ code }) => code === 'RETURNED')?.count ?? 0
  if (count === 0) return null
  const who = count === 1 ? 'One record went back' : `${count.toLocaleString('en')} records went back`
  return (
    <Alert color="gray" icon={<Undo2 aria-hidden />} mb="lg" title={who} role="status">
      {retryOf === null
        ? 'Nothing had been sent to them. The next job over new records takes them.'
        : 'They had not been run again. The job in which they failed can retry them.'}
    </Alert>
  )
}
