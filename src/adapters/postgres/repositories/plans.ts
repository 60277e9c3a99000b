import type { Plan } from '../../../domain/organization/plan.ts'
import type { PlanStore } from '../../../ports/unit-of-work.ts'
import { PlanRow, type Session, within } from '../rows.ts'

export class PlanRepository implements PlanStore {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  async put(plans: readonly Plan[]): Promise<void> {
    const rows = plans.map(({ id, name, apiKeys, limits }) => ({ id, name, apiKeys, ...limits }))
    await within(this.#session, PlanRow).insert(rows).onConflict('id').merge()
  }
}
