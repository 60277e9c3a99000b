import type { Plan } from '../../../domain/plan/plan.ts'
import { fieldsOf, type Selected, type TableFields } from '../schema/columns.ts'

const limits = fieldsOf(
  'plans',
  'hasApiKeys',
  'records',
  'jobs',
  'dataTables',
  'spinners',
  'requestsPerSecond',
)

/**
 * The columns that a query selects of an organization's plan. The query joins the table `plans` with the
 * alias `p`.
 */
export const planColumns = `p.id as "planId", p.name as "planName", ${limits.selected('p')}`

export interface PlanRow extends Selected<typeof limits> {
  readonly planId: TableFields<'plans'>['id']
  readonly planName: TableFields<'plans'>['name']
}

export function planFrom(row: PlanRow): Plan {
  return {
    id: row.planId,
    name: row.planName,
    hasApiKeys: row.hasApiKeys,
    limits: {
      records: numberOf(row.records),
      jobs: numberOf(row.jobs),
      dataTables: numberOf(row.dataTables),
      spinners: numberOf(row.spinners),
      requestsPerSecond: row.requestsPerSecond,
    },
  }
}

function numberOf(bigint: string | null): number | null {
  return bigint === null ? null : Number(bigint)
}
