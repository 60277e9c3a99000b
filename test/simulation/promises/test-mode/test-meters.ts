import { type TestMeter, testLimits } from '../../model/organization/test-organization.ts'
import type { Promised } from '../promise.ts'

const meters = Object.keys(testLimits) as TestMeter[]

export const testMeters: Promised = {
  promise:
    'The meters of test mode count by the real month, and no advance or reset of its clock refills them',
  when: 'always',
  holds: async ({ model, rows }) => {
    const { testOrganization } = model
    if (testOrganization === null) return { compared: 0, violations: [] }
    const stored = await rows<{ meter: string; month: string; used: number }>(
      `select u.meter, u.period as month, max(u.used)::int as used from (
         select meter, period, used from meters where organization_id = $1
         union all select meter, period, used from meter_usage where organization_id = $1) u
        group by u.meter, u.period`,
      [testOrganization.id],
    )
    const violations: string[] = []
    for (const { meter, month, used } of stored) {
      const known = meters.find((testMeter) => testMeter === meter)
      if (known === undefined || testOrganization.mayHaveDeleted(month)) continue
      const { least, most } = testOrganization.usedOf(known, month)
      if (used < least || used > most)
        violations.push(
          `the meter has ${used} ${meter} in ${month}; between ${least} and ${most} were counted`,
        )
    }
    for (const [meter, month, { least }] of testOrganization.months) {
      const limit = testLimits[meters.find((testMeter) => testMeter === meter) ?? 'records']
      if (least > limit)
        violations.push(`${least} ${meter} were admitted in ${month}, and the plan allows ${limit}`)
      if (
        least > 0 &&
        !testOrganization.mayHaveDeleted(month) &&
        !stored.some((one) => one.meter === meter && one.month === month)
      )
        violations.push(`the meter has no ${meter} in ${month}; at least ${least} were counted`)
    }
    return { compared: stored.length, violations }
  },
}
