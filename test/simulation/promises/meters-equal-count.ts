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
    const acknowledged = model.allTables.reduce((sum, table) => sum + table.acknowledged.size, 0)
    const inDoubt = model.allTables.reduce((sum, table) => sum + table.inDoubt.size, 0)
    const [counts] = await rows<{ records: number; jobs: number }>(
      'select (select count(*) from records)::int as records, (select count(*) from jobs)::int as jobs',
    )
    const violations: string[] = []
    const compare = (meter: Used['meter'], least: number, most: number, stored: number) => {
      const is = usedOf(meter)
      if (is < least || is > most)
        violations.push(`${is} ${meter} are on the meter, between ${least} and ${most} were counted`)
      if (is !== stored) violations.push(`${is} ${meter} are on the meter, ${stored} are stored`)
    }
    compare('records', acknowledged, acknowledged + inDoubt, counts?.records ?? 0)
    compare('jobs', model.jobs.length, model.jobs.length + model.jobsInDoubt, counts?.jobs ?? 0)
    return { compared: 2, violations }
  },
}
