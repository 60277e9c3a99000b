import type { Step } from '../../domain/spinner/step.ts'
import type { EmailStepRunner } from './email-step.ts'
import type { StepRunner } from './step-runner.ts'

/** Which runner does which type of step. A new type does not compile until it is named here. */
export class StepRunners {
  readonly #byType: { readonly [Type in Step['type']]: StepRunner<Extract<Step, { type: Type }>> }

  constructor(email: EmailStepRunner) {
    this.#byType = { email }
  }

  of<Type extends Step['type']>(type: Type): StepRunner<Extract<Step, { type: Type }>> {
    return this.#byType[type]
  }
}
