import type { MeterName } from './meter.ts'

/** A plan of an organization: the features that it permits and its limits. A limit of null means no limit. */
export interface Plan {
  readonly id: string
  readonly name: string
  readonly hasApiKeys: boolean
  readonly limits: PlanLimits
  /**
   * The highest number of e-mails a day that an organization which a stranger created may send by the mail server of
   * the deployment; null for any number, absent for the number of new organizations. Takes effect when an organization
   * is created or gets the plan.
   */
  readonly mailsPerDay?: number | null
}

/** The plans that this deployment offers. */
export class OfferedPlans {
  readonly plans: readonly Plan[]

  constructor(plans: readonly Plan[]) {
    this.plans = plans
  }
}

export interface PlanLimits extends Readonly<Record<MeterName, number | null>> {
  readonly dataTables: number | null
  readonly spinners: number | null
  /**
   * The rate limit, in requests per second, for all API keys and webhook URLs of an organization together, at
   * each port of the API; null for no limit.
   */
  readonly requestsPerSecond: number | null
}

export const defaultPlans: readonly Plan[] = [
  {
    id: 'free',
    name: 'Free',
    hasApiKeys: false,
    limits: { records: 1_000, jobs: 20, dataTables: 3, spinners: 3, requestsPerSecond: 50 },
  },
  {
    id: 'starter',
    name: 'Starter',
    hasApiKeys: true,
    limits: { records: 50_000, jobs: 500, dataTables: 100, spinners: 100, requestsPerSecond: 500 },
  },
  {
    id: 'growth',
    name: 'Growth',
    hasApiKeys: true,
    limits: {
      records: 1_000_000,
      jobs: 10_000,
      dataTables: 1_000,
      spinners: 1_000,
      requestsPerSecond: 2_000,
    },
  },
  {
    id: 'unlimited',
    name: 'Unlimited',
    hasApiKeys: true,
    limits: { records: null, jobs: null, dataTables: null, spinners: null, requestsPerSecond: null },
  },
]
