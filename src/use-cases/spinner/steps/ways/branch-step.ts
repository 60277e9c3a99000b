import type { Outcome } from '../../../../domain/job/recipient/recipient.ts'
import { type BranchStep, mostWays } from '../../../../domain/spinner/steps/step.ts'
import { holds } from '../../../../domain/spinner/where/where.ts'
import type { Clock } from '../../../../ports/clock.ts'
import type { StepInput, StepRunner } from '../step-runner.ts'
import type { StepTypeOf } from '../step-type.ts'

export const wayName = { kind: 'text', longest: 100, says: 'The name of the way or arm.' } as const

export const branchStep: StepTypeOf<BranchStep> = {
  says: 'Takes the first way whose condition holds, otherwise the steps of `else`. Without `else`, or at the end of a way, the recipient continues with the next step after the branch.',
  fields: {
    ways: {
      kind: 'list',
      of: 'Way',
      least: 1,
      most: mostWays,
      fields: { name: wayName, where: { kind: 'where' }, steps: { kind: 'steps' } },
    },
    else: { kind: 'steps', optional: true },
  },
  message: null,
  runner: ({ clock }) => new BranchStepRunner(clock),
}

/** Chooses a way by the record as it is at the recipient's turn. */
class BranchStepRunner implements StepRunner<BranchStep> {
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  prepare({ step, cells }: StepInput<BranchStep>): Outcome {
    const now = this.#clock.now()
    const way = step.ways.findIndex(({ where }) => holds(where, cells, now))
    // The way of `else` has the index after the other ways. Without `else`, the same index continues after
    // the branch.
    return { kind: 'passed', waitSeconds: 0, way: way === -1 ? step.ways.length : way }
  }

  inDoubt(input: StepInput<BranchStep>): Outcome {
    return this.prepare(input)
  }
}
