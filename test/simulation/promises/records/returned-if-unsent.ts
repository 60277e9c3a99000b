import type { Step } from '../../../../src/domain/spinner/steps/step.ts'
import type { Model } from '../../model/model.ts'
import { positionsOf } from '../../model/path/positions.ts'
import { each, type Promised } from '../promise.ts'

interface Ended {
  readonly job: string
  readonly record: string
  readonly spinner: string
  /** The simulator's name of the record; null if the record was deleted. */
  readonly ref: string | null
  readonly step: number
  readonly steps: readonly Step[]
  readonly isReturned: boolean
  /** Whether the trigger of the job named its records. */
  readonly isNamed: boolean
  /** Whether the spinner has other jobs, which may have taken or named a record of this job. */
  readonly hasOtherJobs: boolean
}

/**
 * Compares the unfinished recipients of cancelled jobs over new records with the messages that runtimes stored as sent. A
 * recipient whose message may have left without a stored outcome is not returned. A record that a trigger named is not new
 * again if another job of the spinner may have it, or if a publish has excluded it as an existing record.
 */
export const returnedIfUnsent: Promised = {
  promise: 'A cancelled job returns every record to whom its steps have sent nothing, and no other',
  when: 'quiet',
  holds: async ({ model, rows, demo }) => {
    const ended = await rows<Ended>(
      `select r.job_id as job, r.record_id::text as record, j.spinner_id as spinner, d.data ->> 'ref' as ref,
              r.step, v.steps,
              r.reason is not distinct from 'RECORD_RELEASED' as "isReturned",
              j.has_explicit_audience as "isNamed",
              exists (select from jobs o where o.spinner_id = j.spinner_id and o.id <> j.id) as "hasOtherJobs"
         from jobs j join stored_spinners s on s.id = j.spinner_id
         join spinner_versions v on v.spinner_id = j.spinner_id and v.version = j.spinner_version and takes_new_records(p_audience => v.audience)
         join slices c on c.job_id = j.id and c.status = 'closed'
         join recipients r on r.job_id = j.id and r.slice = c.no
         left join records d on d.data_table_id = j.data_table_id and d.id = r.record_id
        where j.organization_id = $1 and j.status = 'cancelled' and j.root_job_id is null
          and r.status in ('pending', 'waiting')`,
      [demo.organizationId],
    )
    return each(ended, (one) => {
      const { job, record, step, steps, isReturned } = one
      const sent = model.steps
        .of(job, record)
        .find(({ delivery }) => delivery === 'sent' || delivery === 'unconfirmed')
      const place = `at the ${positionsOf(steps)[step]?.step.type ?? 'end'} at position ${step}`
      if (isReturned)
        return sent === undefined
          ? null
          : `record ${record} of the cancelled job ${job} was returned ${place}, although position ${sent.step} was sent to it`
      return sent !== undefined || mayNotBeNew(model, one) || mayHaveLeft(model, one)
        ? null
        : `record ${record} of the cancelled job ${job} was not returned, ${place}`
    })
  },
}

/** Whether the trigger of the job named the record, and the record may not have been new to the job. */
function mayNotBeNew({ spinners, leftOut }: Model, { spinner, ref, isNamed, hasOtherJobs }: Ended): boolean {
  if (!isNamed || hasOtherJobs) return isNamed
  const of = spinners.find(({ id }) => id === spinner)
  if (of === undefined || ref === null) return true
  // In a table with match columns, a later record of the person may have given the record another name.
  return leftOut.has(`${of.name} ${ref}`) || (of.table.wasMatched && leftOut.size > 0)
}

/** Whether the message of the recipient's present step may have left the service without a stored outcome. */
function mayHaveLeft({ steps: stored }: Model, { job, record, step, steps }: Ended): boolean {
  const type = positionsOf(steps)[step]?.step.type
  return (
    type === 'webhook' ||
    (type === 'email' && stored.marks.mayHaveLeft({ jobId: job, recordId: record, step }))
  )
}
