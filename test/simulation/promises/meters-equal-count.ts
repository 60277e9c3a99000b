import type { Promised } from './promise.ts'

interface Used {
  readonly meter: 'records' | 'jobs'
  readonly used: number
}

export const metersEqualCount: Promised = {
  promise: 'Meters equal what was counted',
  when: 'quiet',
  holds: async ({ model, rows, demo }) => {
    const used = await rows<Used>(
      // A meter goes as far as its row or its last spending, whichever has gone further.
      `select m.meter, sum(m.used)::int as used from (
         select meter, period, max(used) as used from (
           select meter, period, used from meters where organization_id = $1
           union all select meter, period, used from spendings where organization_id = $1) u
          group by meter, period) m
        group by m.meter`,
      [demo.organizationId],
    )
    const usedOf = (meter: Used['meter']) => used.find((one) => one.meter === meter)?.used ?? 0
    const metered = model.allTables.map((table) => table.metered)
    const least = metered.reduce((sum, one) => sum + one.least, 0)
    const most = metered.reduce((sum, one) => sum + one.most, 0)
    const [counts] = await rows<{ jobs: number; own: number }>(
      `select count(*)::int as jobs, (count(*) filter (where source in ('records', 'schedule')))::int as own from jobs`,
    )
    const started = model.jobs.length + (counts?.own ?? 0)
    const violations: string[] = []
    const compare = (meter: Used['meter'], from: number, to: number) => {
      const is = usedOf(meter)
      if (is < from || is > to)
        violations.push(`${is} ${meter} are on the meter, between ${from} and ${to} were counted`)
    }
    compare('records', least, most)
    compare('jobs', started, started + model.jobsInDoubt)
    if (usedOf('jobs') !== counts?.jobs)
      violations.push(`${usedOf('jobs')} jobs are on the meter, ${counts?.jobs} are stored`)
    return { compared: 2, violations }
  },
}
