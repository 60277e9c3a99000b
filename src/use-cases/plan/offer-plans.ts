import type { Plan } from '../../domain/plan/plan.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'

/** Stores the plans of the deployment in the database, where their limits are checked. */
export class OfferPlans {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute(plans: readonly Plan[]): Promise<void> {
    await this.#unitOfWork.run((tx) => tx.plans.put(plans))
  }

  /**
   * Stores missing plans and changes no stored plan, for processes whose environment may differ from the
   * service's.
   */
  async onlyMissing(plans: readonly Plan[]): Promise<void> {
    await this.#unitOfWork.run((tx) => tx.plans.putMissing(plans))
  }
}
