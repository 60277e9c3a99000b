import type { Promised } from './promise.ts'

interface Used {
  readonly meter: 'records' | 'jobs'
  readonly used: number
}

export const metersEqualCount: Promised = {
  promise: 'Each meter equals the number of records and jobs',
  when: 'quiet',
  holds: async ({ model, rows, demo }) => {
    const used = await rows<Used>(
      // Reads the count of a plan's meter as the service does: the larger one of its row and its last spending.
      `select m.meter, sum(m.used)::int as used from (
         select meter, period, max(used) as used from (
           select meter, period, used from meters where organization_id = $1
           union all select meter, period, used from meter_usage where organization_id = $1) u
          group by meter, period) m
        group by m.meter`,
      [demo.organizationId],
    )
    const usedOf = (meter: Used['meter']) => used.find((one) => one.meter === meter)?.used ?? 0
    const metered = model.allTables.map((table) => table.metered)
    const least = metered.reduce((sum, one) => sum + one.least, 0)
    const most = metered.reduce((sum, one) => sum + one.most, 0)
    const [counts] = await rows<{ jobs: number; own: number }>(
      `select count(*)::int as jobs, (count(*) filter (where source in ('records', 'schedule', 'segment')))::int as own from jobs
        where organization_id = $1`,
      [demo.organizationId],
    )
    const started = model.jobs.filter(({ byItself }) => byItself === undefined).length + (counts?.own ?? 0)
    const violations: string[] = []
    const compare = (meter: Used['meter'], from: number, to: number) => {
      const is = usedOf(meter)
      if (is < from || is > to)
        violations.push(`the meter has ${is} ${meter}; between ${from} and ${to} were counted`)
    }
    compare('records', least, most)
    compare('jobs', started, started + model.jobsInDoubt)
    if (usedOf('jobs') !== counts?.jobs)
      violations.push(`the meter has ${usedOf('jobs')} jobs; ${counts?.jobs} are stored`)
    return { compared: 2, violations }
  },
}
