import type { Plan } from '../../domain/plan/plan.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'

/** Stores the deployment's plans in the database, where limits are checked. */
export class OfferPlans {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute(plans: readonly Plan[]): Promise<void> {
    await this.#unitOfWork.run((tx) => tx.plans.put(plans))
  }

  /**
   * Adds plans that are missing and changes no stored plan. For processes whose environment may differ from
   * the service's.
   */
  async onlyMissing(plans: readonly Plan[]): Promise<void> {
    await this.#unitOfWork.run((tx) => tx.plans.putMissing(plans))
  }
}
