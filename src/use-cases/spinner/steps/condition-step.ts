import type { Outcome } from '../../../domain/job/recipient/recipient.ts'
import { type ConditionStep, whereOf } from '../../../domain/spinner/steps/step.ts'
import { noAnswers } from '../../../domain/spinner/where/person-question.ts'
import { columnsOf, matchesWhere, plainOperators } from '../../../domain/spinner/where/where.ts'
import {
  isComparable,
  momentWords,
  takesValue,
  valueWords,
} from '../../../domain/spinner/where/where-fault.ts'
import { sentence } from '../../../domain/text/sentence.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { StepInput, StepRunner } from './step-runner.ts'
import type { StepTypeOf } from './step-type.ts'

export const conditionStep: StepTypeOf<ConditionStep> = {
  says: 'Continues only with records that meet a condition; other records end as skipped. The condition is one comparison (`column`, `operator` and `value`), or several comparisons in `where`. The operators `exists` and `missing` take no value; all others require one.',
  example: { column: 'plan', operator: 'equals', value: 'trial' },
  fields: {
    column: {
      kind: 'column',
      says: 'The name of the metadata column (one that spinners may use) whose value is compared, at most 200 characters. Leave it out with `where`.',
      optional: true,
    },
    operator: {
      kind: 'choice',
      choices: plainOperators,
      says: 'The comparison of the cell with `value`, as the schema `Where` explains. Required with `column`. Use `where` for a comparison with a list.',
      optional: true,
    },
    value: {
      kind: 'value',
      longest: 1_000,
      says: 'The value to compare with: a text of at most 1,000 characters, a number, true or false. Leave it out for `exists` and `missing`.',
      optional: true,
    },
    where: { kind: 'where', optional: true },
  },
  needsOneOf: ['column', 'where'],
  rule: {
    code: 'VALUE',
    message: sentence(
      '{words}; the value of before and after {wordsOfMoment}; no other field may be set with "where"',
      { words: valueWords, wordsOfMoment: momentWords },
    ),
    holds: ({ column, operator, value, where }) =>
      where === undefined
        ? operator !== undefined &&
          takesValue(operator) === (value !== undefined) &&
          isComparable(operator, value)
        : column === undefined && operator === undefined && value === undefined,
  },
  message: null,
  runner: ({ clock }) => new ConditionStepRunner(clock),
}

/** The condition step: lets a recipient continue whose record meets the condition, and skips all others. */
class ConditionStepRunner implements StepRunner<ConditionStep> {
  readonly #clock: Pick<Clock, 'now'>

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  prepare({ step, cells, answers = noAnswers }: StepInput<ConditionStep>): Outcome {
    const where = whereOf(step)
    if (matchesWhere(where, cells, this.#clock.now(), answers)) return { kind: 'passed', waitSeconds: 0 }
    const columns = columnsOf(where)
    const column = columns.join(', ')
    const named = columns.map((name) => `"${name}"`).join(', ')
    const reason =
      columns.length === 0
        ? sentence('The person does not meet the condition')
        : columns.length === 1
          ? sentence('The record does not meet the condition on {named}', { named })
          : sentence('The record does not meet the conditions on {named}', { named })
    return {
      kind: 'skipped',
      code: 'CONDITION_NOT_MET',
      reason,
      evidence: columns.length === 0 ? {} : { column },
    }
  }

  inDoubt(input: StepInput<ConditionStep>): Outcome {
    return this.prepare(input)
  }
}
