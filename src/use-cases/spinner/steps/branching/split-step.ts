import type { Outcome } from '../../../../domain/job/recipient/recipient.ts'
import { splitArmOf } from '../../../../domain/spinner/steps/split-arm.ts'
import { maxBranches, type SplitStep } from '../../../../domain/spinner/steps/step.ts'
import type { StepInput, StepRunner } from '../step-runner.ts'
import type { StepTypeOf } from '../step-type.ts'
import { branchName, stepsOfBranch } from './branch-step.ts'

const exampleArm = { name: 'Short', percent: 50, steps: [{ type: 'wait', seconds: 86_400 }] } as const

export const splitStep: StepTypeOf<SplitStep> = {
  says: 'Divides the records among branches by percentages, to compare the results of different steps. A record always takes the same branch of the step. `GET /jobs/{jobId}/arms` returns the results of each branch.',
  example: { arms: [exampleArm, { name: 'Long', percent: 50, steps: [] }] },
  fields: {
    arms: {
      kind: 'list',
      of: 'Arm',
      least: 2,
      most: maxBranches,
      says: 'The branches of the split step with their percentages, which must add up to 100.',
      saysOfEntry: 'A branch of a split step: its percentage and its steps.',
      example: exampleArm,
      fields: {
        name: branchName,
        percent: {
          kind: 'wholeNumber',
          least: 1,
          most: 99,
          says: 'The percentage of records that take this branch. The percentages of all branches must add up to 100.',
        },
        steps: stepsOfBranch,
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
    const branch = splitArmOf(step.arms, recipient.recordId, recipient.step)
    return { kind: 'passed', waitSeconds: 0, branch }
  }

  inDoubt(input: StepInput<SplitStep>): Outcome {
    return this.prepare(input)
  }
}
