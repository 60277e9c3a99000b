import type { Outcome } from '../../../domain/job/recipient.ts'
import type { WaitStep } from '../../../domain/spinner/step.ts'
import type { StepInput, StepRunner } from './step-runner.ts'

/** Lets time pass by the database's clock, so that it outlasts restarts. */
export class WaitStepRunner implements StepRunner<WaitStep> {
  prepare({ step }: StepInput<WaitStep>): Outcome {
    return { kind: 'passed', waitSeconds: step.seconds }
  }

  inDoubt(input: StepInput<WaitStep>): Outcome {
    return this.prepare(input)
  }
}
