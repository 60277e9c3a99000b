import type { Plan } from '../../domain/plan/plan.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'

/** Makes the deployment's plans known to the store, where limits are checked. */
export class OfferPlans {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute(plans: readonly Plan[]): Promise<void> {
    await this.#unitOfWork.run((tx) => tx.plans.put(plans))
  }

  /** For a process whose environment may not be the service's: it changes no plan that there is. */
  async onlyMissing(plans: readonly Plan[]): Promise<void> {
    await this.#unitOfWork.run((tx) => tx.plans.putMissing(plans))
  }
}
