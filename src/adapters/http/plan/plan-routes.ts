import Joi from 'joi'
import { meterNames } from '../../../domain/plan/meter.ts'
import type { OfferedPlans } from '../../../domain/plan/plan.ts'
import type { AccountQueries } from '../../../ports/account/account-queries.ts'
import type { ChangePlan } from '../../../use-cases/plan/change-plan.ts'
import type { CheckPlanMeter } from '../../../use-cases/plan/check-plan-meter.ts'
import { examplePlan, planSchema, presentPlan } from '../account/account-presenter.ts'
import { organizationAnswer, organizationResponse } from '../account/organization-answer.ts'
import { found, momentForm, smallBody } from '../forms.ts'
import { ownersOnly, type Route, route } from '../route.ts'

export interface PlanOptions {
  readonly accounts: AccountQueries
  readonly changePlan: ChangePlan
  readonly checkPlanMeter: CheckPlanMeter
  readonly offered: OfferedPlans
  /** Whether owners may change the plan themselves. */
  readonly selfServePlans: boolean
}

const meterSchema = Joi.object({
  meter: Joi.valid(...meterNames).required(),
  used: Joi.number()
    .integer()
    .required()
    .description('May be above `limit` after a change to a smaller plan; then nothing more is taken.'),
  limit: Joi.number().integer().allow(null).required().description('`null` for no limit.'),
}).meta({ named: 'Meter' })

const usageSchema = Joi.object({
  period: Joi.string().required(),
  resetsAt: momentForm,
  meters: Joi.array().items(meterSchema).required(),
}).meta({ named: 'Usage' })

export function planRoutes(options: PlanOptions): Route[] {
  const { accounts, changePlan, checkPlanMeter, offered, selfServePlans } = options
  return [
    route<unknown, { planId: string }>({
      method: 'PUT',
      path: '/organization/plan',
      testMode: 'refused',
      summary: 'Move to another plan',
      description:
        'For owners, where the deployment allows it (`SELF_SERVE_PLANS`). Everything stays that is there, also above the new plan’s limits; until it fits, nothing more can be added. Where it has no API keys, the existing ones stop working.',
      tag: 'Organization',
      auth: { ...ownersOnly, may: () => selfServePlans },
      body: {
        schema: Joi.object({ planId: Joi.string().max(100).required() }),
        limit: smallBody,
        examples: { growth: { summary: 'A larger plan', value: { planId: 'growth' } } },
      },
      responses: { 200: organizationResponse },
      errors: [],
      handle: async ({ body, signedIn, by }) => {
        const { organizationId } = signedIn.user
        await changePlan.execute({ organizationId, planId: body.planId, by: by() })
        return organizationAnswer(accounts, organizationId)
      },
    }),
    route({
      method: 'GET',
      path: '/plans',
      summary: 'See the plans',
      description: 'Those of this deployment.',
      tag: 'Organization',
      auth: { kind: 'session' },
      responses: {
        200: {
          description: 'The plans.',
          schema: Joi.object({
            items: Joi.array().items(planSchema).required(),
            selfServe: Joi.boolean().required().description('Whether owners may change theirs themselves.'),
          }),
          example: { items: [examplePlan], selfServe: false },
        },
      },
      errors: [],
      handle: async () => ({
        status: 200,
        body: { items: offered.plans.map(presentPlan), selfServe: selfServePlans },
      }),
    }),
    route({
      method: 'GET',
      path: '/usage',
      summary: 'See what is used of the plan',
      description:
        'The meters of the present calendar month (UTC). After a change to a smaller plan `used` may be above `limit`: everything stays, and requests that would add to that meter are refused with PLAN_LIMIT until `resetsAt` or a larger plan.',
      tag: 'Organization',
      auth: { kind: 'session' },
      responses: {
        200: {
          description: 'The meters.',
          schema: usageSchema,
          example: {
            period: '2026-11',
            resetsAt: '2026-12-01T00:00:00.000Z',
            meters: [
              { meter: 'records', used: 12_000, limit: 50_000 },
              { meter: 'jobs', used: 42, limit: 500 },
            ],
          },
        },
      },
      errors: [],
      handle: async ({ signedIn }) => {
        const { organizationId } = signedIn.user
        const [first, ...rest] = await Promise.all(
          meterNames.map((meter) => checkPlanMeter.execute({ organizationId, meter, amount: 0 })),
        )
        const { period, resetsAt } = found(first ?? null, 'Organization not found')
        const meters = [first, ...rest].map((reading) => ({
          meter: reading?.meter,
          used: reading?.used,
          limit: reading?.limit,
        }))
        return { status: 200, body: { period, resetsAt, meters } }
      },
    }),
  ]
}
