import type { Plan } from '../../../../src/domain/plan/plan.ts'

/** A plan whose monthly limits a run reaches. */
export const smallPlan: Plan = {
  id: 'small',
  name: 'Small',
  hasApiKeys: true,
  limits: { records: 30, jobs: 8, dataTables: null, spinners: null, requestsPerSecond: 2 },
}

type Meter = 'records' | 'jobs'

/** The monthly limits of the plans of a run; null for no limit. */
const limits: Readonly<Record<string, Readonly<Record<Meter, number | null>>>> = {
  small: { records: 30, jobs: 8 },
  unlimited: { records: null, jobs: null },
}

/** Returns the monthly limit of a plan; null for no limit. */
export function limitOf(planId: string, meter: Meter): number | null {
  return limits[planId]?.[meter] ?? null
}

/** A refusal of a call because of a monthly limit, with the numbers that the service gave as its reason. */
export interface PlanRefusal {
  readonly what: string
  readonly meter: Meter
  readonly limit: number
  readonly used: number
  readonly requested: number
}

/** Returns the monthly meter with this name; null for another limit of a plan, such as the number of tables. */
export function meterOf(name: unknown): Meter | null {
  return name === 'records' || name === 'jobs' ? name : null
}
