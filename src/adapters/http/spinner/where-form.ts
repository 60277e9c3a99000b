import Joi from 'joi'
import { deepestWhere, maxComparisons, operators, type Where } from '../../../domain/spinner/where/where.ts'
import {
  faultOfWhere,
  faultOfWhereInDraft,
  type WhereFault,
} from '../../../domain/spinner/where/where-fault.ts'

const nested = { $ref: '#/components/schemas/Where' }
const several = (description: string) => ({
  type: 'array',
  maxItems: maxComparisons,
  items: nested,
  description,
})

function alone(name: string, form: object): object {
  return { type: 'object', properties: { [name]: form }, required: [name], additionalProperties: false }
}

const operatorWords =
  'The comparison of the cell with `value`. `equals` and `notEquals` compare as text, so 42 equals "42". `contains` ignores case. `exists` and `missing` ask whether the cell has a value. `greaterThan` and `lessThan` compare numbers, `before` and `after` compare times; they do not hold for a cell without a number or time.'

const comparison = {
  type: 'object',
  properties: {
    column: {
      type: 'string',
      maxLength: 200,
      description:
        'The name of the metadata column (one that spinners may use) whose value is compared. In steps of a spinner, `trigger.NAME` reads the data of the trigger.',
    },
    operator: {
      type: 'string',
      enum: operators,
      description: operatorWords,
    },
    value: {
      anyOf: [{ type: 'string', maxLength: 1_000 }, { type: 'number' }, { type: 'boolean' }],
      description:
        'The value to compare with; absent for `exists` and `missing`. For `before` and `after` it is a day or a time, such as 2026-12-31 or 2026-12-31T23:59:59Z. It may also be relative to now in minutes, hours, days or weeks, such as `now`, `now-7d`, `now+2h`.',
    },
  },
  required: ['column', 'operator'],
  additionalProperties: false,
}

/**
 * The form of a condition. The domain checks it by hand and counts its parts, because a condition may contain
 * conditions.
 */
export const whereForm = formBy(faultOfWhere)

/** The form of a condition in a draft, which may be incomplete. */
export const draftWhereForm = formBy(faultOfWhereInDraft)

function formBy(faultOf: (value: unknown) => WhereFault | null): Joi.Schema<Where> {
  return Joi.any()
    .custom((value: unknown, helpers) => {
      const fault = faultOf(value)
      if (fault === null) return value
      const { path, code, message } = fault
      const { state } = helpers as unknown as Localized
      const place = state.localize([...state.path, ...path], state.ancestors)
      return (helpers.error as Placed)('any.invalid', { ownRule: { code, message } }, place)
    })
    .meta({
      named: 'Where',
      anyOf: [
        comparison,
        alone('and', several('The conditions of which every one must hold for the record.')),
        alone('or', several('The conditions of which at least one must hold for the record.')),
        alone('not', nested),
      ],
      description: `A condition on a record: a comparison of a cell, or comparisons joined by \`and\`, \`or\` (at least one must hold) and \`not\`. At most ${maxComparisons} comparisons, nested at most ${deepestWhere} deep.`,
    })
}

/** The part of the helpers of Joi with which its own types report the position of an error in a value. */
interface Localized {
  readonly state: {
    readonly path: readonly (string | number)[]
    readonly ancestors: unknown
    localize(path: readonly (string | number)[], ancestors: unknown): object
  }
}

type Placed = (code: string, local: object, state: object) => Joi.ErrorReport
