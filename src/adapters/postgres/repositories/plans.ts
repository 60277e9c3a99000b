import type { Plan } from '../../../domain/organization/plan.ts'
import type { PlanStore } from '../../../ports/unit-of-work.ts'
import { execute, type Statement } from '../database.ts'
import { type PlanColumns, planFrom } from '../plan-columns.ts'
import { PlanRow, type Session, within } from '../rows.ts'

const planOf: Statement = {
  name: 'plan_of_organization',
  text: `
    select p.id as plan_id, p.name as plan_name, p.api_keys, p.records, p.jobs, p.data_tables, p.spinners
      from organizations o join plans p on p.id = o.plan_id
     where o.id = $1`,
}

export class PlanRepository implements PlanStore {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  async put(plans: readonly Plan[]): Promise<void> {
    await within(this.#session, PlanRow).insert(plans.map(rowOf)).onConflict('id').merge()
  }

  async putMissing(plans: readonly Plan[]): Promise<void> {
    await within(this.#session, PlanRow).insert(plans.map(rowOf)).onConflict('id').ignore()
  }

  async of(organizationId: string): Promise<Plan> {
    const [row] = await execute<PlanColumns>(this.#session.connection, planOf, [organizationId])
    if (row === undefined) throw new Error('An organization has a plan')
    return planFrom(row)
  }
}

function rowOf({ id, name, apiKeys, limits }: Plan) {
  return { id, name, apiKeys, ...limits }
}
