import { each, type Promised } from './promise.ts'

export const changesTakeEffect: Promised = {
  promise:
    'A recipient who waits for a change or a date of a record continues after it, even if it came during a pause',
  when: 'quiet',
  holds: async ({ rows, clock }) => {
    const waiting = await rows<{
      job: string
      record: string
      reason: string
      now: string | null
      has_changed: boolean
    }>(`
      select r.job_id as job, r.record_id as record, r.reason,
             c.data ->> (v.step ->> 'column') as now,
             w.value_digest is not null and w.value_digest <> md5(coalesce(nullif(nullif(c.data -> (v.step ->> 'changes'), 'null'), '""')::text, ''))
               as has_changed
        from recipients r
        join jobs j on j.id = r.job_id and j.status = 'running'
        join step_waits w on w.job_id = r.job_id and w.slice = r.slice and w.record_id = r.record_id and w.step = r.step
        join data_tables t on t.id = j.data_table_id and t.column_keys is null
        join records c on c.data_table_id = j.data_table_id and c.id = r.record_id
        cross join lateral (
          select s.steps -> r.step as step from spinner_versions s
           where s.spinner_id = j.spinner_id and s.version = j.spinner_version) v
       where r.state = 'waiting' and r.reason in ('WAITS_FOR_CHANGE', 'WAITS_FOR_DATE')`)
    const today = clock.now().toISOString().slice(0, 10)
    return each(waiting, ({ job, record, reason, now, has_changed }) => {
      const who = `record ${record} of job ${job}`
      if (reason === 'WAITS_FOR_CHANGE' && has_changed) return `${who} waits for a change that was made`
      if (reason === 'WAITS_FOR_DATE' && now !== null && now < today)
        return `${who} waits for a day that has come`
      return null
    })
  },
}
