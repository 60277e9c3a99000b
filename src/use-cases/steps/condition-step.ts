import type { Outcome } from '../../domain/job/recipient.ts'
import { holds } from '../../domain/spinner/condition.ts'
import type { ConditionStep } from '../../domain/spinner/step.ts'
import type { StepRunner, StepTurn } from './step-runner.ts'

/** Lets those go on whose cell meets the condition. */
export class ConditionStepRunner implements StepRunner<ConditionStep> {
  prepare({ step, scope }: StepTurn<ConditionStep>): Outcome {
    const cell = Object.hasOwn(scope, step.column) ? (scope[step.column] ?? null) : null
    if (holds(step, cell)) return { kind: 'passed', waitSeconds: 0 }
    return { kind: 'skipped', reason: `The condition on "${step.column}" does not hold` }
  }

  inDoubt(turn: StepTurn<ConditionStep>): Outcome {
    return this.prepare(turn)
  }
}
