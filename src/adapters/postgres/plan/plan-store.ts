import type { Plan } from '../../../domain/plan/plan.ts'
import type { PlanStore } from '../../../ports/plan/plans.ts'
import { execute, type Statement } from '../database.ts'
import { type OpenTransaction, Row, within } from '../rows.ts'
import { type PlanColumns, planFrom } from './plan-columns.ts'

const planOf: Statement = {
  name: 'plan_of_organization',
  text: `
    select p.id as plan_id, p.name as plan_name, p.api_keys, p.records, p.jobs, p.data_tables, p.spinners, p.requests_per_second
      from organizations o join plans p on p.id = o.plan_id
     where o.id = $1`,
}

class PlanRow extends Row {
  static override tableName = 'plans'
  declare id: string
  declare name: string
  declare apiKeys: boolean
  declare records: Plan['limits']['records']
  declare jobs: Plan['limits']['jobs']
  declare dataTables: Plan['limits']['dataTables']
  declare spinners: Plan['limits']['spinners']
  declare requestsPerSecond: Plan['limits']['requestsPerSecond']
}

export class PostgresPlanStore implements PlanStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async put(plans: readonly Plan[]): Promise<void> {
    if (plans.length === 0) return
    await within(this.#tx, PlanRow).insert(plans.map(rowOf)).onConflict('id').merge()
  }

  async putMissing(plans: readonly Plan[]): Promise<void> {
    if (plans.length === 0) return
    await within(this.#tx, PlanRow).insert(plans.map(rowOf)).onConflict('id').ignore()
  }

  async of(organizationId: string): Promise<Plan> {
    const [row] = await execute<PlanColumns>(this.#tx.connection, planOf, [organizationId])
    if (row === undefined) throw new Error('An organization has a plan')
    return planFrom(row)
  }
}

function rowOf({ id, name, apiKeys, limits }: Plan) {
  return { id, name, apiKeys, ...limits }
}
