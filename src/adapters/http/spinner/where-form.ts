import Joi from 'joi'
import { maxWithinDays } from '../../../domain/spinner/where/person-question.ts'
import {
  deepestWhere,
  maxComparisons,
  maxValues,
  operators,
  type Where,
} from '../../../domain/spinner/where/where.ts'
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

function messages(description: string): object {
  return {
    type: 'object',
    description,
    properties: {
      spinnerId: {
        type: 'string',
        format: 'uuid',
        description: 'The spinner that sent the e-mail; absent for any spinner of the organization.',
      },
      withinDays: {
        type: 'integer',
        minimum: 1,
        maximum: maxWithinDays,
        description: 'The number of days until now in which it must have happened; absent for any time.',
      },
    },
    additionalProperties: false,
  }
}

function alone(name: string, form: object): object {
  return { type: 'object', properties: { [name]: form }, required: [name], additionalProperties: false }
}

const operatorWords =
  'The comparison of the cell with `value`. `equals` and `notEquals` compare as text, so 42 equals "42". `contains` ignores case. `exists` and `missing` ask whether the cell has a value. `greaterThan` and `lessThan` compare numbers, `before` and `after` compare times; they do not hold for a cell without a number or time. `in` holds if the cell equals one of `values`, `domainIn` if the cell is an e-mail address whose domain is one of `values`.'

const cellForms = [{ type: 'string', maxLength: 1_000 }, { type: 'number' }, { type: 'boolean' }]

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
      anyOf: cellForms,
      description:
        'The value to compare with; absent for `exists`, `missing`, `in` and `domainIn`. For `before` and `after` it is a day or a time, such as 2026-12-31 or 2026-12-31T23:59:59Z. It may also be relative to now in minutes, hours, days or weeks, such as `now`, `now-7d`, `now+2h`.',
    },
    values: {
      type: 'array',
      minItems: 1,
      maxItems: maxValues,
      items: { anyOf: cellForms },
      description:
        'The values of the operators `in` and `domainIn`; absent for all other operators. The values of `domainIn` are domains, such as example.com.',
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
        alone('segmentId', {
          type: 'string',
          format: 'uuid',
          description: 'A segment of the data table, to which the record must belong.',
        }),
        alone('sent', messages('Whether an e-mail was sent to the person of the record.')),
        alone('hasReplied', messages('Whether the person of the record has replied to an e-mail.')),
        alone('isSuppressed', {
          type: 'boolean',
          enum: [true],
          description:
            'Whether an address of the person is on the suppression list. Always true; use `not` for the opposite.',
        }),
      ],
      description: `A condition on a record: a comparison of a cell, a question about the person of the record, or several of them joined by \`and\`, \`or\` (at least one must hold) and \`not\`. At most ${maxComparisons} comparisons, nested at most ${deepestWhere} deep.`,
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
