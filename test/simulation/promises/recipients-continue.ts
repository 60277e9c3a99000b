import { each, type Promised } from './promise.ts'

interface Late {
  readonly job: string
  readonly record: string
  readonly status: string
  readonly due: Date
  readonly slice: string | null
  readonly slice_due: Date | null
}

export const recipientsContinue: Promised = {
  promise: 'Every recipient is final or has a due time, and continues at that time',
  when: 'quiet',
  holds: async ({ rows, clock, demo }) => {
    const waiting = await rows<Late>(
      `
      select r.job_id as job, r.record_id as record, r.status, r.due_at as due, s.status as slice, s.due_at as slice_due
        from recipients r join jobs j on j.id = r.job_id
        left join slices s on s.job_id = r.job_id and s.no = r.slice
       where r.status in ('pending', 'waiting') and j.status in ('queued', 'running') and j.organization_id = $1`,
      [demo.organizationId],
    )
    const late = each(waiting, ({ job, record, status, due, slice, slice_due }) => {
      const who = `record ${record} of job ${job}, ${status}`
      if (slice !== 'open') return `${who}: its slice is ${slice}, so no runtime works on it`
      if (slice_due !== null && slice_due > due)
        return `${who}: is due at ${due.toISOString()}, its slice only at ${slice_due.toISOString()}`
      // Tolerates that a simulated recipient continues up to a minute late, for the gap of a sender and for the
      // work itself.
      if (due.getTime() < clock.now().getTime() - 60_000) return `${who}: was due at ${due.toISOString()}`
      return null
    })
    const stuck = await rows<{ id: string; status: string }>(
      `select id, status from jobs where status in ('queued', 'running') and organization_id = $1
          and not exists (select from slices s where s.job_id = jobs.id and s.status = 'open')`,
      [demo.organizationId],
    )
    const jobs = each(stuck, ({ id, status }) => `job ${id} is ${status}, and nothing of it is due`)
    return {
      compared: late.compared + jobs.compared,
      violations: [...late.violations, ...jobs.violations],
    }
  },
}
