import type { Outcome } from '../../../domain/job/recipient.ts'
import { holds } from '../../../domain/spinner/condition.ts'
import { type ConditionStep, operators } from '../../../domain/spinner/step.ts'
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
    message: 'must have a value, unless its operator is exists or missing, which take none',
    holds: ({ operator, value }) =>
      (operator !== 'exists' && operator !== 'missing') === (value !== undefined),
  },
  message: null,
  runner: () => new ConditionStepRunner(),
}

/** Lets those go on whose cell meets the condition. */
class ConditionStepRunner implements StepRunner<ConditionStep> {
  prepare({ step, cells }: StepInput<ConditionStep>): Outcome {
    const cell = Object.hasOwn(cells, step.column) ? (cells[step.column] ?? null) : null
    if (holds(step, cell)) return { kind: 'passed', waitSeconds: 0 }
    const { column } = step
    const reason = `The condition on "${column}" does not hold`
    return { kind: 'skipped', code: 'CONDITION_NOT_MET', reason, evidence: { column } }
  }

  inDoubt(input: StepInput<ConditionStep>): Outcome {
    return this.prepare(input)
  }
}
