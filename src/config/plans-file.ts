import { readFileSync } from 'node:fs'
import Joi from 'joi'
import { defaultPlans, type Plan } from '../domain/plan/plan.ts'
import { ConfigurationFault } from './configuration-fault.ts'

const limit = Joi.number().integer().min(0).allow(null).required()

const plansForm = Joi.array<Plan[]>()
  .items(
    Joi.object({
      id: Joi.string()
        .pattern(/^[a-z0-9-]{1,50}$/)
        .required(),
      name: Joi.string().min(1).max(100).required(),
      hasApiKeys: Joi.boolean().required(),
      limits: Joi.object({
        records: limit,
        jobs: limit,
        dataTables: limit,
        spinners: limit,
        requestsPerSecond: Joi.number().integer().min(1).allow(null).default(null),
      }).required(),
      mailsPerDay: Joi.number().integer().min(1).allow(null),
    }),
  )
  .min(1)
  .unique('id')
  .required()

/**
 * Returns the plans of this deployment: from the file PLANS_FILE, or the built-in plans without it. Throws if
 * the default plan is missing.
 */
export function readPlans(path: string | undefined, defaultPlan: string): readonly Plan[] {
  const plans = path === undefined ? defaultPlans : plansIn(path)
  if (plans.some(({ id }) => id === defaultPlan)) return plans
  const known = plans.map(({ id }) => id).join(', ')
  throw new ConfigurationFault([`"DEFAULT_PLAN" must be one of ${known}`])
}

function plansIn(path: string): readonly Plan[] {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new ConfigurationFault([`"PLANS_FILE" cannot be read: ${(error as Error).message}`])
  }
  const { value, error } = plansForm.validate(content, { abortEarly: false, convert: false })
  if (error === undefined) return value
  throw new ConfigurationFault(error.details.map(({ message }) => `"PLANS_FILE": ${message}`))
}
