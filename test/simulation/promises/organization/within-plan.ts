import type { Model } from '../../model/model.ts'
import { limitOf, meterOf } from '../../model/organization/known-plans.ts'
import { testLimits } from '../../model/organization/test-organization.ts'
import type { Compared, Promised } from '../promise.ts'

interface Stored {
  readonly meter: string
  readonly month: string
  readonly used: number
}

/** The number of the event of the last check of an organization, and its meters at that time. */
interface Checked {
  readonly moment: number
  readonly used: ReadonlyMap<string, number>
}

const checked = new WeakMap<Model, Checked>()

/**
 * A change of the plan may come before or after the other calls of an operation, so the largest of the limits since
 * the last check counts. A smaller plan leaves what was used before.
 */
export const withinPlan: Promised = {
  promise:
    'No month uses more records or jobs than its plan allows, and nothing is refused while there is room',
  when: 'always',
  holds: async ({ model, rows, demo }): Promise<Compared> => {
    // The plan of test mode has limits of its own, which another promise compares.
    const refusals = model.planRefusals.splice(0).filter(({ meter, limit }) => limit !== testLimits[meter])
    if (model.plan.ever().length === 1) return { compared: 0, violations: [] }
    const stored = await rows<Stored>(
      `select u.meter, u.period as month, max(u.used)::int as used from (
         select meter, period, used from meters where organization_id = $1
         union all select meter, period, used from meter_usage where organization_id = $1) u
        group by u.meter, u.period`,
      [demo.organizationId],
    )
    const moment = model.moments.next()
    const before = checked.get(model) ?? { moment: 0, used: new Map() }
    const planIds = model.plan.possibleBetween(before.moment, moment)
    const used = new Map(stored.map((one) => [`${one.meter} ${one.month}`, one.used]))
    checked.set(model, { moment, used })
    const limitsOf = (name: string) => {
      const meter = meterOf(name)
      return planIds.map((id) => (meter === null ? null : limitOf(id, meter)))
    }
    const violations = stored.flatMap((one) => {
      const limits = limitsOf(one.meter)
      const most = Math.max(
        ...limits.map((limit) => limit ?? Infinity),
        before.used.get(`${one.meter} ${one.month}`) ?? 0,
      )
      return one.used > most ? [`${one.used} ${one.meter} in ${one.month}; the plan allows ${most}`] : []
    })
    for (const { what, meter, limit, used: said, requested } of refusals) {
      const ofMeter = [...before.used, ...used].filter(([name]) => name.startsWith(`${meter} `))
      const most = Math.max(0, ...ofMeter.map(([, amount]) => amount))
      if (!limitsOf(meter).includes(limit))
        violations.push(`${what}: refused with a limit of ${limit} ${meter}`)
      if (said > most || said + requested <= limit)
        violations.push(
          `${what}: refused ${requested} ${meter} with ${said} of ${limit} used; ${most} were used`,
        )
    }
    return { compared: stored.length + refusals.length, violations }
  },
}
