import type { Outcome } from '../../../../domain/job/recipient/recipient.ts'
import { type BranchStep, mostWays } from '../../../../domain/spinner/steps/step.ts'
import { matchesWhere } from '../../../../domain/spinner/where/where.ts'
import type { Clock } from '../../../../ports/clock.ts'
import type { StepInput, StepRunner } from '../step-runner.ts'
import type { StepTypeOf } from '../step-type.ts'

export const wayName = {
  kind: 'text',
  longest: 100,
  says: 'The name of the way or arm, unique within its step. Paths such as "1 › Yes › 2" contain it.',
} as const

export const stepsOfWay = {
  kind: 'steps',
  says: 'The steps of the recipients that take this way or arm, in order. With an empty list they continue with the next step after the branch or split.',
} as const

const exampleWay = {
  name: 'Trial',
  where: { column: 'plan', operator: 'equals', value: 'trial' },
  steps: [{ type: 'wait', seconds: 259_200 }],
} as const

export const branchStep: StepTypeOf<BranchStep> = {
  says: 'Takes the first way whose condition holds, otherwise the steps of `else`. Without `else`, or at the end of a way, the recipient continues with the next step after the branch.',
  example: { ways: [exampleWay], else: [{ type: 'wait', seconds: 86_400 }] },
  fields: {
    ways: {
      kind: 'list',
      of: 'Way',
      least: 1,
      most: mostWays,
      says: 'The ways with their conditions. A recipient takes the first way whose condition holds.',
      saysOfEntry: 'A way of a branch step: its condition and its steps.',
      example: exampleWay,
      fields: { name: wayName, where: { kind: 'where' }, steps: stepsOfWay },
    },
    else: {
      kind: 'steps',
      says: 'The steps of the recipients that take none of the ways; without it they continue after the branch.',
      optional: true,
    },
  },
  message: null,
  runner: ({ clock }) => new BranchStepRunner(clock),
}

/** Chooses the first branch whose condition the record meets, at the time of the recipient's turn. */
class BranchStepRunner implements StepRunner<BranchStep> {
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  prepare({ step, cells }: StepInput<BranchStep>): Outcome {
    const now = this.#clock.now()
    const way = step.ways.findIndex(({ where }) => matchesWhere(where, cells, now))
    // Chooses the index after the last branch if no condition is met. It leads to `else`, or behind the step
    // if there is no `else`.
    return { kind: 'passed', waitSeconds: 0, way: way === -1 ? step.ways.length : way }
  }

  inDoubt(input: StepInput<BranchStep>): Outcome {
    return this.prepare(input)
  }
}
