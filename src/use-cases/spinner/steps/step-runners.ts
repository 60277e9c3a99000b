import type { Step } from '../../../domain/spinner/step.ts'
import type { ConditionStepRunner } from './condition-step.ts'
import type { EmailStepRunner } from './email-step.ts'
import type { StepRunner } from './step-runner.ts'
import type { WaitStepRunner } from './wait-step.ts'
import type { WebhookStepRunner } from './webhook-step.ts'

/** Which runner does which type of step. A new type does not compile until it is named here. */
export class StepRunners {
  readonly #byType: { readonly [Type in Step['type']]: StepRunner<Extract<Step, { type: Type }>> }

  constructor(
    email: EmailStepRunner,
    webhook: WebhookStepRunner,
    wait: WaitStepRunner,
    condition: ConditionStepRunner,
  ) {
    this.#byType = { email, webhook, wait, condition }
  }

  /** A step's type says which runner takes it; the compiler cannot follow that through the table. */
  of(step: Step): StepRunner<Step> {
    return this.#byType[step.type]
  }
}
