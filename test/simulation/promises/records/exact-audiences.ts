import type { Promised } from '../promise.ts'

interface Taken {
  readonly job: string
  readonly ref: string
}

export const exactAudiences: Promised = {
  promise: 'A spinner over new records takes each record in exactly one job',
  when: 'quiet',
  holds: async ({ model, rows, clock }) => {
    const violations: string[] = []
    let compared = 0
    for (const spinner of model.spinners.filter(({ audience }) => audience === 'new')) {
      const { table } = spinner
      if (table.wasMatched || !table.bin.mustBeStored(clock.now())) continue
      const unclear = await rows(
        "select from jobs where spinner_id = $1 and (cleared or status in ('queued', 'scheduled', 'paused')) limit 1",
        [spinner.id],
      )
      // Skips simulated spinners with a queued, scheduled, paused or cleared job: a job has all of its rows of
      // recipients only from its start until it is cleared.
      if (unclear.length > 0) continue
      const jobs = model.jobs.filter((job) => job.spinner === spinner && job.audience === 'spinner')
      const plain = new Set(jobs.map(({ id }) => id))
      const taken = await rows<Taken>(
        `select r.job_id as job, d.data ->> 'ref' as ref
           from recipients r join jobs j on j.id = r.job_id join records d on d.id = r.record_id
          where j.spinner_id = $1 and r.reason is distinct from 'RETURNED'`,
        [spinner.id],
      )
      const byRef = Map.groupBy(taken, ({ ref }) => ref)
      for (const [ref, all] of byRef) {
        const own = all.filter(({ job }) => plain.has(job))
        if (own.length > 1) violations.push(`${ref} is in ${own.length} jobs of ${spinner.name}`)
      }
      const cancelled = await rows(
        "select from jobs where spinner_id = $1 and status = 'cancelled' limit 1",
        [spinner.id],
      )
      // Skips simulated spinners with a cancelled job, because the records that it returned are in no job until
      // the next job starts.
      if (cancelled.length > 0) continue
      // Expects a record in a job if the service acknowledged the record before a trigger began that was answered.
      const last = Math.max(0, ...jobs.map(({ begun }) => begun))
      for (const { refs, begun, ended } of table.sendings) {
        if (ended > last || begun < spinner.starts.mayLeaveOutUntil) continue
        for (const ref of refs) {
          // Skips deleted records also if they are restored later, because a job that began meanwhile left them out.
          if (model.records.presence(ref).ever().includes(false)) continue
          compared++
          if (!byRef.has(ref)) violations.push(`${ref} of ${table.name} is in no job of ${spinner.name}`)
        }
      }
    }
    return { compared, violations }
  },
}
