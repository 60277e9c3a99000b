import type { Outcome } from '../../../../domain/job/recipient/recipient.ts'
import { type BranchStep, maxBranches } from '../../../../domain/spinner/steps/step.ts'
import { noAnswers } from '../../../../domain/spinner/where/person-question.ts'
import { matchesWhere } from '../../../../domain/spinner/where/where.ts'
import type { Clock } from '../../../../ports/clock.ts'
import type { StepInput, StepRunner } from '../step-runner.ts'
import type { StepTypeOf } from '../step-type.ts'

export const branchName = {
  kind: 'text',
  longest: 100,
  says: 'The name of the branch, unique within its step. Paths such as "1 › Yes › 2" contain it.',
} as const

export const stepsOfBranch = {
  kind: 'steps',
  says: 'The steps of the recipients that take this branch, in order. If the list is empty, they continue with the next step after the branch or split step.',
} as const

const exampleBranch = {
  name: 'Trial',
  where: { column: 'plan', operator: 'equals', value: 'trial' },
  steps: [{ type: 'wait', seconds: 259_200 }],
} as const

export const branchStep: StepTypeOf<BranchStep> = {
  says: 'Leads each recipient into one branch: the first branch of `branches` whose condition holds, otherwise the steps of `else`. Without `else`, or at the end of a branch, the recipient continues with the next step after this step.',
  example: { branches: [exampleBranch], else: [{ type: 'wait', seconds: 86_400 }] },
  fields: {
    branches: {
      kind: 'list',
      of: 'Branch',
      least: 1,
      most: maxBranches,
      says: 'The branches of the step with their conditions. A recipient takes the first branch whose condition holds.',
      saysOfEntry: 'A branch of a branch step: its condition and its steps.',
      example: exampleBranch,
      fields: { name: branchName, where: { kind: 'where' }, steps: stepsOfBranch },
    },
    else: {
      kind: 'steps',
      says: 'The steps of the recipients that take none of the branches in `branches`; without it they continue with the next step after this step.',
      optional: true,
    },
  },
  message: null,
  runner: ({ clock }) => new BranchStepRunner(clock),
}

/** Chooses the first branch whose condition the record meets when the recipient reaches the step. */
class BranchStepRunner implements StepRunner<BranchStep> {
  readonly #clock: Pick<Clock, 'now'>

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  prepare({ step, cells, answers = noAnswers }: StepInput<BranchStep>): Outcome {
    const now = this.#clock.now()
    const branch = step.branches.findIndex(({ where }) => matchesWhere(where, cells, now, answers))
    // If no condition is met, returns the index after the last branch, which means `else`. Without `else`,
    // the recipient continues after the step.
    return { kind: 'passed', waitSeconds: 0, branch: branch === -1 ? step.branches.length : branch }
  }

  inDoubt(input: StepInput<BranchStep>): Outcome {
    return this.prepare(input)
  }
}
