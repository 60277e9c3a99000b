import { createHash } from 'node:crypto'
import type { DataRecord } from '../../../src/domain/record-cells.ts'
import type { Step } from '../../../src/domain/spinner/steps/step.ts'
import { resultsOf } from '../model/path/conditions.ts'
import { positionsOf } from '../model/path/positions.ts'
import { each, type Promised } from './promise.ts'

interface Waiting {
  readonly job: string
  readonly record: string
  readonly reason: string
  readonly step: number
  readonly steps: readonly Step[]
  readonly data: DataRecord
  /** The digest of the awaited cell when the wait began; null if it was not read. */
  readonly digest: string | null
  readonly due: Date
}

/** The milliseconds for which a recipient waits at most while another transaction writes the record. */
const busyMs = 10_000

/** Returns the digest of a cell. A missing cell and an empty text are alike. */
function digestOf(cell: DataRecord[string] | undefined): string {
  const text = cell === undefined || cell === null || cell === '' ? '' : JSON.stringify(cell)
  return createHash('md5').update(text).digest('hex')
}

export const changesTakeEffect: Promised = {
  promise:
    'A recipient who waits for a change, a date or a condition of a record continues after it, even if it came during a pause',
  when: 'quiet',
  holds: async ({ rows, clock, demo }) => {
    // The test organization waits by a clock of its own.
    const waiting = await rows<Waiting>(
      `
      select r.job_id as job, r.record_id as record, r.reason, r.step, v.steps, c.data, w.value_digest as digest, r.due_at as due
        from recipients r
        join jobs j on j.id = r.job_id and j.status = 'running'
        join step_waits w on w.job_id = r.job_id and w.slice = r.slice and w.record_id = r.record_id and w.step = r.step
        join data_tables t on t.id = j.data_table_id and t.column_keys is null
        join records c on c.data_table_id = j.data_table_id and c.id = r.record_id
        join spinner_versions v on v.spinner_id = j.spinner_id and v.version = j.spinner_version
       where j.organization_id = $1 and r.status = 'waiting' and r.reason in ('WAITS_FOR_CHANGE', 'WAITS_FOR_DATE', 'WAITS_FOR_CONDITION')`,
      [demo.organizationId],
    )
    const now = clock.now()
    const today = now.toISOString().slice(0, 10)
    return each(waiting, ({ job, record, reason, step: number, steps, data, digest, due }) => {
      const who = `record ${record} of job ${job}`
      const step = positionsOf(steps)[number]?.step
      if (step?.type !== 'waitUntil') return null
      if (reason === 'WAITS_FOR_CHANGE' && digest !== null && digest !== digestOf(data[step.changes ?? '']))
        return `${who} waits for a change that was made`
      if (
        reason === 'WAITS_FOR_CONDITION' &&
        step.where !== undefined &&
        due.getTime() > now.getTime() + busyMs
      ) {
        const results = resultsOf(step.where, (column) => [data[column] ?? null], [
          new Date(now.getTime() - busyMs),
          now,
        ])
        return results.has(false) ? null : `${who} waits for a condition that it meets`
      }
      const day = data[step.column ?? ''] ?? ''
      if (reason !== 'WAITS_FOR_DATE') return null
      if (day === '')
        return step.timeoutSeconds === undefined && due.getTime() > clock.now().getTime() + busyMs
          ? `${who} waits for the day of an empty cell`
          : null
      const end = new Date(Date.parse(`${String(day)}T00:00:00Z`) + (step.offsetSeconds ?? 0) * 1000)
      return end.toISOString().slice(0, 10) < today ? `${who} waits for a day that has come` : null
    })
  },
}
