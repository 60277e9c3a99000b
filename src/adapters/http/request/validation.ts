import type { Schema, ValidationError, ValidationErrorItem } from 'joi'
import { DomainError, type ErrorItem, maxErrorItems } from '../../../domain/errors.ts'
import { brokenTextIn } from './body/broken-text.ts'
import { type Counted, counter } from './counts.ts'

interface ValidatorOptions {
  /** The prefix of the JSON pointers in validation errors. */
  readonly root?: string
  /**
   * Whether text is converted to the type of its field. A query needs this, because all its values are text.
   */
  readonly convert?: boolean
  /**
   * Whether the validated value may hold text that cannot be stored. JSON bodies cannot, because the parser
   * already refuses it.
   */
  readonly mayBeBroken?: boolean
}

/**
 * Returns a function that validates outside data against a schema. The validator is built at the first value,
 * because building the validators of all routes would delay the start by 80 ms.
 */
export function validator<Type>(
  schema: Schema<Type>,
  options: ValidatorOptions = {},
): (value: unknown) => Type {
  let made: ((value: unknown) => Type) | null = null
  return (value) => {
    made ??= madeValidator(schema, options)
    return made(value)
  }
}

/**
 * Builds a validator whose preferences are part of the schema. Joi merges such preferences once; preferences
 * passed with each value took a quarter of the validation time.
 */
function madeValidator<Type>(
  schema: Schema<Type>,
  { root = '', convert = false, mayBeBroken = false }: ValidatorOptions,
): (value: unknown) => Type {
  const preferences = { convert, errors: { wrap: { label: false }, label: 'path' } } as const
  const thorough = schema.prefs({ ...preferences, abortEarly: false })
  const hasty = schema.prefs({ ...preferences, abortEarly: true })
  const count = counter(schema)
  return (value) => {
    const { parts, tooMany } = count(value)
    if (tooMany !== null) throw refused([tooManyItem(tooMany, root)])
    // Stops the validation of a large value at the first error. It can have more errors than anyone reads,
    // and collecting them is expensive.
    const isHuge = parts > maxParts || (isObject(value) && Object.keys(value).length > maxFields)
    const result = (isHuge ? hasty : thorough).validate(value)
    if (result.error !== undefined) throw faultOf(result.error, root)
    // Checks the converted value for text that cannot be stored, because a text may hold JSON in which such
    // text is escaped.
    const broken = mayBeBroken ? brokenTextIn(result.value) : null
    if (broken !== null) throw refused([brokenItem(broken, root)])
    return result.value
  }
}

const maxParts = 2_000
const maxFields = 100

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function tooManyItem({ path, limit }: NonNullable<Counted['tooMany']>, root: string): ErrorItem {
  const [code, message] = wordsOf('array.max', { limit })
  return { pointer: pointerOf(path, root), code, message }
}

function brokenItem(path: readonly string[], root: string): ErrorItem {
  const message = 'must not hold a NUL character or a lone surrogate'
  return { pointer: pointerOf(path, root), code: 'WRONG_FORM', message }
}

function faultOf({ details }: ValidationError, root: string): DomainError {
  const [byDomain] = details.map((detail) => (detail.context as { error?: unknown } | undefined)?.error)
  if (byDomain instanceof DomainError) return byDomain
  return refused(details.slice(0, maxErrorItems).map((detail) => itemOf(detail, root)))
}

function refused(errors: readonly ErrorItem[]): DomainError {
  const named = errors
    .slice(0, 3)
    .map(({ pointer, message }) => `${pointer === '' ? 'the body' : pointer} ${message}`)
  return new DomainError('VALIDATION_FAILED', {
    message: `The request is not valid: ${named.join('; ')}${errors.length > 3 ? ' …' : ''}`,
    errors,
  })
}

function itemOf({ type, path, context }: ValidationErrorItem, root: string): ErrorItem {
  const [code, message] = wordsOf(type, context as Context | undefined)
  return { pointer: pointerOf(path, root), code, message }
}

function pointerOf(path: readonly (string | number)[], root: string): string {
  return root + path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

interface Context {
  readonly limit?: unknown
  readonly valids?: readonly unknown[]
  readonly peers?: readonly string[]
  /** The schemes that a URL may have, such as "http|https". */
  readonly scheme?: string
  /** The code and message of the validation rule that was broken, if the rule has its own. */
  readonly ownRule?: { readonly code: string; readonly message: string }
}

/**
 * Returns the code and message of a validation error. Joi's own messages are not used, because some of them
 * repeat the value.
 */
function wordsOf(type: string, context: Context | undefined): [string, string] {
  const limit = String(context?.limit)
  if (context?.ownRule !== undefined) return [context.ownRule.code, context.ownRule.message]
  switch (type) {
    case 'object.unknown':
      return ['UNKNOWN_FIELD', 'is not a field of this request']
    case 'any.required':
      return ['REQUIRED', 'is required']
    case 'string.guid':
      return ['NOT_A_UUID', 'must be a UUID']
    case 'string.email':
      return ['NOT_AN_EMAIL', 'must be an e-mail address']
    case 'string.isoDate':
    case 'date.format':
      return ['NOT_A_MOMENT', 'must be a time such as 2026-12-31T23:59:59Z']
    case 'array.unique':
      return ['DUPLICATE', 'must not appear twice']
    case 'array.includesRequiredUnknowns':
      return ['REQUIRED', 'lacks a required entry']
    case 'object.oxor':
      return ['TOO_MANY', `may have at most one of ${context?.peers?.join(', ')}`]
    case 'object.missing':
      return ['REQUIRED', `must have ${context?.peers?.join(' or ')}`]
    case 'object.xor':
      return ['WRONG_FORM', `must have only one of ${context?.peers?.join(', ')}`]
    case 'string.uriCustomScheme':
      return ['WRONG_FORM', `must be an absolute ${context?.scheme?.replaceAll('|', ' or ')} URL`]
    case 'number.integer':
      return ['WRONG_FORM', 'must be a whole number']
    case 'string.empty':
      return ['EMPTY', 'must not be empty']
    case 'array.min':
      return ['TOO_FEW', `must have at least ${limit} ${limit === '1' ? 'entry' : 'entries'}`]
    case 'string.min':
      return ['TOO_FEW', `must have at least ${limit} characters`]
    case 'number.min':
      return ['TOO_FEW', `must be at least ${limit}`]
    case 'array.max':
      return ['TOO_MANY', `must have at most ${limit} ${limit === '1' ? 'entry' : 'entries'}`]
    case 'string.max':
      return ['TOO_MANY', `must have at most ${limit} characters`]
    case 'number.max':
      return ['TOO_MANY', `must be at most ${limit}`]
    case 'any.only':
      return ['NOT_ALLOWED', `must be one of ${context?.valids?.join(', ')}`]
    default: {
      const [kind = '', rule] = type.split('.')
      return rule === 'base'
        ? ['WRONG_TYPE', `must be of type ${kind}`]
        : ['WRONG_FORM', 'has the wrong format']
    }
  }
}
