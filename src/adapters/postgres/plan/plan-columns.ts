import type { Plan } from '../../../domain/plan/plan.ts'

/** The columns of a plan in a query that joins the plan to its organization. */
export interface PlanColumns {
  readonly plan_id: string
  readonly plan_name: string
  readonly api_keys: boolean
  readonly records: string | null
  readonly jobs: string | null
  readonly data_tables: string | null
  readonly spinners: string | null
  readonly requests_per_second: number | null
}

export function planFrom(row: PlanColumns): Plan {
  return {
    id: row.plan_id,
    name: row.plan_name,
    apiKeys: row.api_keys,
    limits: {
      records: numberOf(row.records),
      jobs: numberOf(row.jobs),
      dataTables: numberOf(row.data_tables),
      spinners: numberOf(row.spinners),
      requestsPerSecond: row.requests_per_second,
    },
  }
}

function numberOf(bigint: string | null): number | null {
  return bigint === null ? null : Number(bigint)
}
