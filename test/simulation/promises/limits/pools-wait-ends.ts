import { each, type Promised } from '../promise.ts'

/** Leaves out recipients of paused jobs and spinners, and those whose sender is paused. */
export const poolsWaitEnds: Promised = {
  promise: 'A recipient that waits for a pool of senders is written to when the pool has room',
  when: 'end',
  holds: async ({ model, rows }) => {
    if (model.pools.all.length === 0) return { compared: 0, violations: [] }
    const waits = await rows<{ job: string; record: string; due: Date }>(`
      select r.job_id as job, r.record_id::text as record, r.due_at as due
        from recipients r join jobs j on j.id = r.job_id
       where r.reason = 'SENDER_POOL_LIMIT' and is_unfinished_recipient(r.state) and j.status in ('queued', 'running')`)
    const late = each(
      waits,
      ({ job, record, due }) =>
        `record ${record} of job ${job} still waits for a pool, until ${due.toISOString()}`,
    )
    return { compared: model.pools.all.length, violations: late.violations }
  },
}
