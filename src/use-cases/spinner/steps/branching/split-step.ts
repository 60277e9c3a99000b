import type { Outcome } from '../../../../domain/job/recipient/recipient.ts'
import { splitBranchOf } from '../../../../domain/spinner/steps/split-branch.ts'
import { maxBranches, type SplitStep } from '../../../../domain/spinner/steps/step.ts'
import { sentence } from '../../../../domain/text/sentence.ts'
import type { StepInput, StepRunner } from '../step-runner.ts'
import type { StepTypeOf } from '../step-type.ts'
import { branchName, stepsOfBranch } from './branch-step.ts'

const exampleSplitBranch = { name: 'Short', percent: 50, steps: [{ type: 'wait', seconds: 86_400 }] } as const

export const splitStep: StepTypeOf<SplitStep> = {
  says: 'Divides the records among branches by percentages, to compare the results of different steps. A record always takes the same branch of the step. `GET /jobs/{jobId}/branches` returns the results of each branch.',
  example: { branches: [exampleSplitBranch, { name: 'Long', percent: 50, steps: [] }] },
  fields: {
    branches: {
      kind: 'list',
      of: 'SplitBranch',
      least: 2,
      most: maxBranches,
      says: 'The branches of the split step with their percentages, which must add up to 100.',
      saysOfEntry: 'A branch of a split step: its percentage and its steps.',
      example: exampleSplitBranch,
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
    message: sentence('must have branches whose percentages add up to 100'),
    holds: ({ branches }) => branches.reduce((sum, { percent }) => sum + percent, 0) === 100,
  },
  message: null,
  runner: () => new SplitStepRunner(),
}

class SplitStepRunner implements StepRunner<SplitStep> {
  prepare({ step, recipient }: StepInput<SplitStep>): Outcome {
    const branch = splitBranchOf(step.branches, recipient.recordId, recipient.step)
    return { kind: 'passed', waitSeconds: 0, branch }
  }

  inDoubt(input: StepInput<SplitStep>): Outcome {
    return this.prepare(input)
  }
}
