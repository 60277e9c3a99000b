import { DomainError } from '../errors.ts'
import { sentence } from '../text/sentence.ts'
import type { Plan } from './plan.ts'

/**
 * The things whose total number a plan limits (data tables and spinners), in addition to the monthly limits.
 */
export type Capped = 'dataTables' | 'spinners'

export function assertSpaceForOne(plan: Plan, meter: Capped, used: number): void {
  const limit = plan.limits[meter]
  if (limit === null || used < limit) return
  throw new DomainError('PLAN_LIMIT', {
    message:
      meter === 'dataTables'
        ? sentence(
            'The plan allows {limit} data tables, and the organization has {used}; delete one, or ask the operator for a larger plan',
            { limit, used },
          )
        : sentence(
            'The plan allows {limit} spinners, and the organization has {used}; delete one, or ask the operator for a larger plan',
            { limit, used },
          ),
    meter,
    limit,
    used,
    requested: 1,
    resetsAt: null,
  })
}

export function assertAllowsApiKeys(plan: Plan): void {
  if (plan.hasApiKeys) return
  throw new DomainError('PLAN_LIMIT', {
    message: sentence(
      'The plan "{name}" does not include API keys; ask the operator for a plan that includes them',
      { name: plan.name },
    ),
    meter: 'apiKeys',
    limit: 0,
    used: 0,
    requested: 1,
    resetsAt: null,
  })
}
