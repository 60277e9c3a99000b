import Joi from 'joi'
import { meterNames } from '../../../domain/plan/meter.ts'
import { itemsOf, momentForm, orNotFound, smallBody } from '../forms.ts'
import { ownersOnly, type Route, route } from '../route.ts'
import type { Services } from '../services.ts'
import { examplePlan, planSchema } from './account-presenter.ts'
import { organizationAnswer, organizationResponse } from './organization-answer.ts'

const meterSchema = Joi.object({
  meter: Joi.valid(...meterNames)
    .required()
    .description(
      'The meter: `records` counts records that were added, `jobs` counts jobs that were started.',
    ),
  used: Joi.number()
    .integer()
    .required()
    .description(
      'The amount used in the current month. It may be above `limit` after a change to a smaller plan; then further use is refused.',
    ),
  limit: Joi.number()
    .integer()
    .allow(null)
    .required()
    .description('The amount that the plan allows in a calendar month (UTC); `null` for no limit.'),
})
  .description(
    'A meter of the plan: the amount that the organization has used in the current calendar month, and its limit.',
  )
  .meta({ named: 'Meter' })

const usageSchema = Joi.object({
  period: Joi.string().required().description('The current calendar month in UTC, such as `2026-11`.'),
  resetsAt: momentForm.description(
    'The beginning of the next month (UTC, ISO 8601), when all meters start again from 0.',
  ),
  meters: Joi.array()
    .items(meterSchema)
    .required()
    .description('The meters of the plan, one for `records` and one for `jobs`.'),
})
  .description('The meters of the plan in the current calendar month (UTC).')
  .meta({ named: 'Usage' })

export function planRoutes(services: Services): Route[] {
  return [changePlanRoute(services), listPlansRoute(services), getUsageRoute(services)]
}

function changePlanRoute({ organizationStore, changePlan, selfServePlans }: Services): Route {
  return route<unknown, { planId: string }>({
    method: 'PUT',
    path: '/organization/plan',
    operationId: 'organization.setPlan',
    summary: 'Move to another plan',
    description:
      'Moves the organization to another plan of this deployment. It requires the role owner and a deployment that allows it (`SELF_SERVE_PLANS`); otherwise `FORBIDDEN`. The meters keep their amounts. Existing data stays, even above the limits of the new plan. Nothing that counts on an exceeded limit can be added before the use is below the limit again. If the new plan has no API keys, the existing keys stop working. `VALIDATION_FAILED` if there is no such plan.',
    tag: 'Organization',
    auth: { ...ownersOnly, may: () => selfServePlans },
    body: {
      schema: Joi.object({
        planId: Joi.string()
          .max(100)
          .required()
          .description('The id of the new plan, as `GET /plans` returns it.'),
      }),
      limit: smallBody,
      examples: { growth: { summary: 'A larger plan', value: { planId: 'growth' } } },
    },
    responses: { 200: organizationResponse },
    handle: async ({ body, signedIn, revision, by }) => {
      const { organizationId } = signedIn.user
      await changePlan.execute({ organizationId, planId: body.planId, revision, by: by() })
      return organizationAnswer(organizationStore, organizationId)
    },
  })
}

function listPlansRoute({ offered, selfServePlans }: Services): Route {
  return route({
    method: 'GET',
    path: '/plans',
    operationId: 'plans.list',
    listsWhole: true,
    summary: 'See the plans',
    description:
      'Returns the plans that this deployment offers, with their limits. `GET /organization` returns the plan of your organization, and `GET /usage` the amounts that it has used.',
    tag: 'Organization',
    auth: { kind: 'session' },
    responses: {
      200: {
        description: 'The plans that this deployment offers.',
        schema: Joi.object({
          items: itemsOf(planSchema),
          allowsPlanChange: Joi.boolean()
            .required()
            .description(
              'Whether owners may move their organization to another plan themselves (`SELF_SERVE_PLANS`).',
            ),
        }),
        example: { items: [examplePlan], allowsPlanChange: false },
      },
    },
    handle: async () => ({
      status: 200,
      body: { items: offered.plans, allowsPlanChange: selfServePlans },
    }),
  })
}

function getUsageRoute({ checkPlanMeter }: Services): Route {
  return route({
    method: 'GET',
    path: '/usage',
    operationId: 'usage.get',
    scope: 'usage:read',
    summary: 'See the usage of the plan',
    description:
      'Returns the amounts of records and jobs that the organization has used in the current calendar month (UTC), and their limits. Deleting records or cancelling jobs does not reduce them. After a change to a smaller plan, `used` may be above `limit`. Existing data stays, and requests that would add to that meter are refused with `PLAN_LIMIT` until `resetsAt` or a larger plan. In test mode the month is the real one as well, not the month of the test clock.',
    tag: 'Organization',
    auth: { kind: 'session' },
    responses: {
      200: {
        description: 'The used amounts of records and jobs in the current calendar month, and their limits.',
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
    handle: async ({ caller }) => {
      const { organizationId } = caller
      const [first, ...rest] = await Promise.all(
        meterNames.map((meter) => checkPlanMeter.execute({ organizationId, meter, amount: 0 })),
      )
      const { period, resetsAt } = orNotFound(first ?? null, 'Organization not found')
      const meters = [first, ...rest].map((reading) => ({
        meter: reading?.meter,
        used: reading?.used,
        limit: reading?.limit,
      }))
      return { status: 200, body: { period, resetsAt, meters } }
    },
  })
}
