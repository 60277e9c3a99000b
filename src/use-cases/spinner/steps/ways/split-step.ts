import type { Outcome } from '../../../../domain/job/recipient/recipient.ts'
import { armOf } from '../../../../domain/spinner/steps/arm.ts'
import { mostWays, type SplitStep } from '../../../../domain/spinner/steps/step.ts'
import type { StepInput, StepRunner } from '../step-runner.ts'
import type { StepTypeOf } from '../step-type.ts'
import { stepsOfWay, wayName } from './branch-step.ts'

const exampleArm = { name: 'Short', percent: 50, steps: [{ type: 'wait', seconds: 86_400 }] } as const

export const splitStep: StepTypeOf<SplitStep> = {
  says: 'Divides the records by percentages, to compare several ways. A record always takes the same arm of the step. `GET /jobs/{jobId}/arms` compares the results.',
  example: { arms: [exampleArm, { name: 'Long', percent: 50, steps: [] }] },
  fields: {
    arms: {
      kind: 'list',
      of: 'Arm',
      least: 2,
      most: mostWays,
      says: 'The arms of the split with their percentages, which must add up to 100.',
      saysOfEntry: 'An arm of a split step: its percentage and its steps.',
      example: exampleArm,
      fields: {
        name: wayName,
        percent: {
          kind: 'wholeNumber',
          least: 1,
          most: 99,
          says: 'The percentage of records that take this arm. The percentages of all arms must add up to 100.',
        },
        steps: stepsOfWay,
      },
    },
  },
  rule: {
    code: 'PERCENTAGES',
    message: 'must have arms whose percentages add up to 100',
    holds: ({ arms }) => arms.reduce((sum, { percent }) => sum + percent, 0) === 100,
  },
  message: null,
  runner: () => new SplitStepRunner(),
}

class SplitStepRunner implements StepRunner<SplitStep> {
  prepare({ step, recipient }: StepInput<SplitStep>): Outcome {
    const way = armOf(step.arms, recipient.recordId, recipient.step)
    return { kind: 'passed', waitSeconds: 0, way }
  }

  inDoubt(input: StepInput<SplitStep>): Outcome {
    return this.prepare(input)
  }
}
