import type { Outcome } from '../../../domain/job/recipient.ts'
import { holds } from '../../../domain/spinner/condition.ts'
import type { ConditionStep } from '../../../domain/spinner/step.ts'
import type { StepInput, StepRunner } from './step-runner.ts'

/** Lets those go on whose cell meets the condition. */
export class ConditionStepRunner implements StepRunner<ConditionStep> {
  prepare({ step, cells }: StepInput<ConditionStep>): Outcome {
    const cell = Object.hasOwn(cells, step.column) ? (cells[step.column] ?? null) : null
    if (holds(step, cell)) return { kind: 'passed', waitSeconds: 0 }
    return { kind: 'skipped', reason: `The condition on "${step.column}" does not hold` }
  }

  inDoubt(input: StepInput<ConditionStep>): Outcome {
    return this.prepare(input)
  }
}
