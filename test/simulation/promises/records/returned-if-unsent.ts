import type { Step } from '../../../../src/domain/spinner/steps/step.ts'
import { positionsOf } from '../../model/path/positions.ts'
import { each, type Promised } from '../promise.ts'

interface Ended {
  readonly job: string
  readonly record: string
  readonly step: number
  readonly steps: readonly Step[]
}

/**
 * Compares the unfinished recipients of cancelled jobs over new records. A recipient at a message may have been written
 * to, so the promise is about recipients at another step with no message before it.
 */
export const returnedIfUnsent: Promised = {
  promise: 'A cancelled job returns every record to whom its steps have sent nothing',
  when: 'quiet',
  holds: async ({ rows, demo }) => {
    const ended = await rows<Ended>(
      `select r.job_id as job, r.record_id::text as record, r.step, v.steps
         from jobs j join stored_spinners s on s.id = j.spinner_id
         join spinner_versions v on v.spinner_id = j.spinner_id and v.version = j.spinner_version and v.audience = 'new'
         join slices c on c.job_id = j.id and c.state = 'closed'
         join recipients r on r.job_id = j.id and r.slice = c.no
        where j.organization_id = $1 and j.status = 'cancelled' and j.root_job_id is null
          and r.state in ('pending', 'waiting') and r.reason is distinct from 'RETURNED'`,
      [demo.organizationId],
    )
    return each(ended, ({ job, record, step, steps }) => {
      const before = positionsOf(steps).slice(0, step + 1)
      return before.some(({ step: { type } }) => type === 'email' || type === 'webhook')
        ? null
        : `record ${record} of the cancelled job ${job} was not returned, at the ${before.at(-1)?.step.type} at position ${step}`
    })
  },
}
