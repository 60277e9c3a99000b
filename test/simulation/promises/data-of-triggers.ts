import { each, type Promised } from './promise.ts'

export const dataOfTriggers: Promised = {
  promise:
    'A trigger without the data that its spinner requires starts nothing, so no recipient fails without it',
  when: 'quiet',
  holds: async ({ model, rows }) => {
    const jobs = await rows<{ id: string; failed: number }>(`
      select j.id, (select count(*) from recipients r
                     where r.job_id = j.id and r.status = 'failed' and r.reason = 'MISSING_CELL'
                       and r.evidence ->> 'column' like 'trigger.%')::int as failed
        from jobs j join spinner_versions v on v.spinner_id = j.spinner_id and v.version = j.spinner_version
       where v.trigger_data @? '$[*] ? (@.required == true)'`)
    const { compared, violations } = each(jobs, ({ id, failed }) =>
      failed === 0 ? null : `${failed} recipients of job ${id} failed, because its trigger had no data`,
    )
    // Counts the refused triggers too: `startJob` in operations/job/trigger.ts reports each that starts a job.
    return { compared: compared + model.triggersWithoutData, violations }
  },
}
