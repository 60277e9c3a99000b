import type { Outcome } from '../../../domain/job/recipient/recipient.ts'
import type { WaitStep } from '../../../domain/spinner/steps/step.ts'
import type { StepInput, StepRunner } from './step-runner.ts'
import type { StepTypeOf } from './step-type.ts'

export const maxWaitSeconds = 90 * 24 * 60 * 60

export const waitStep: StepTypeOf<WaitStep> = {
  says: 'Waits for a fixed time, at most 90 days, before the next step. The end of the wait is stored, so that it survives restarts.',
  example: { seconds: 259_200 },
  fields: {
    seconds: {
      kind: 'wholeNumber',
      least: 1,
      most: maxWaitSeconds,
      says: 'The length of the wait in seconds; 86400 is one day.',
    },
  },
  message: null,
  runner: () => new WaitStepRunner(),
}

/**
 * The wait step: makes a recipient wait for a duration. The end of the wait is stored, so that it survives
 * restarts.
 */
class WaitStepRunner implements StepRunner<WaitStep> {
  prepare({ step }: StepInput<WaitStep>): Outcome {
    return { kind: 'passed', waitSeconds: step.seconds }
  }

  inDoubt(input: StepInput<WaitStep>): Outcome {
    return this.prepare(input)
  }
}
