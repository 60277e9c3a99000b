import type { Outcome } from '../../../domain/job/recipient.ts'
import type { ConditionStep } from '../../../domain/spinner/step.ts'
import { holds, operators } from '../../../domain/spinner/where.ts'
import { isComparable, momentWords, takesValue, valueWords } from '../../../domain/spinner/where-fault.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { StepInput, StepRunner } from './step-runner.ts'
import type { StepTypeOf } from './step-type.ts'

export const conditionStep: StepTypeOf<ConditionStep> = {
  says: 'A record that fails it ends as skipped. `exists` and `missing` take no value, the others need one.',
  fields: {
    column: { kind: 'column', says: 'A metadata column of the data table.' },
    operator: { kind: 'choice', choices: operators },
    value: { kind: 'value', longest: 1_000, optional: true },
  },
  rule: {
    code: 'VALUE',
    message: `${valueWords}; that of before and after ${momentWords}`,
    holds: ({ operator, value }) =>
      takesValue(operator) === (value !== undefined) && isComparable(operator, value),
  },
  message: null,
  runner: ({ clock }) => new ConditionStepRunner(clock),
}

/** Lets those go on whose cell meets the condition. */
class ConditionStepRunner implements StepRunner<ConditionStep> {
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  prepare({ step, cells }: StepInput<ConditionStep>): Outcome {
    if (holds(step, cells, this.#clock.now())) return { kind: 'passed', waitSeconds: 0 }
    const { column } = step
    const reason = `The condition on "${column}" does not hold`
    return { kind: 'skipped', code: 'CONDITION_NOT_MET', reason, evidence: { column } }
  }

  inDoubt(input: StepInput<ConditionStep>): Outcome {
    return this.prepare(input)
  }
}
