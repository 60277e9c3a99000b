import { each, type Promised } from '../promise.ts'

/**
 * The days without a message by a sender of any pool after which recipients wait although there is room. A pool of one
 * message a day and a send window of one day a week let one message leave in seven days.
 */
const maxDays = 15

/**
 * Leaves out recipients of paused jobs and spinners, and those whose sender is paused. If messages left by the pools
 * until the end of the run, more people wait than the pools could write to in its last year.
 */
export const poolsWaitEnds: Promised = {
  promise: 'A recipient that waits for a pool of senders is written to when the pool has room',
  when: 'end',
  holds: async ({ model, rows, clock, demo }) => {
    const { pools } = model
    if (pools.all.length === 0) return { compared: 0, violations: [] }
    const senders = new Set(pools.senderIds)
    const last = model.sent.all.findLast(({ sender }) => sender !== null && senders.has(sender))
    const isInUse = last !== undefined && clock.elapsedMs - last.elapsedMs < maxDays * 86_400_000
    if (isInUse) return { compared: pools.all.length, violations: [] }
    const waits = await rows<{ job: string; record: string; due: Date }>(
      `
      select r.job_id as job, r.record_id::text as record, r.due_at as due
        from recipients r join jobs j on j.id = r.job_id
       where r.reason = 'SENDER_POOL_LIMIT' and is_unfinished_recipient(r.status) and j.status in ('queued', 'running')
         and j.organization_id = $1`,
      [demo.organizationId],
    )
    const late = each(
      waits,
      ({ job, record, due }) =>
        `record ${record} of job ${job} still waits for a pool, until ${due.toISOString()}`,
    )
    return { compared: pools.all.length, violations: late.violations }
  },
}
