import Joi, { type Schema, type StringSchema } from 'joi'
import { normalizedEmail } from '../../domain/email-address.ts'
import { DomainError } from '../../domain/errors.ts'
import { isId } from '../../domain/id.ts'
import { invalidCursor, largestPage, type Page, type PageOf, usualPage } from '../../domain/page.ts'
import type { Answer, ResponseRule } from './route.ts'

export const smallBody = 64 * 1024

/** An id in a path. What is no UUID is answered like an unknown id. */
export function idInPath(description: string): Schema<string> {
  return Joi.string()
    .custom((id: string) => {
      if (!isId(id)) throw new DomainError('NOT_FOUND')
      return id.toLowerCase()
    })
    .required()
    .description(description)
}

/** A number in a path, from 1. What cannot be one names nothing either. */
export function numberInPath(description: string): Schema<number> {
  return Joi.string()
    .custom((text: string) => {
      if (!/^[1-9]\d{0,8}$/.test(text)) throw new DomainError('NOT_FOUND')
      return Number(text)
    })
    .required()
    .meta({ type: 'integer', minLength: undefined, minimum: 1 })
    .description(description) as unknown as Schema<number>
}

export const uuid = Joi.string()
  .custom((id: string, helpers) => (isId(id) ? id.toLowerCase() : helpers.error('string.guid')))
  .meta({ format: 'uuid' })

/** What people paste has blanks around it. */
function trimmed(): StringSchema {
  return Joi.string().custom((text: string) => text.trim())
}

/** Any top-level domain: who registers what is not ours to know. */
const looksLikeEmail = trimmed().email({ tlds: false })

/** Of what looks like an address, also that mail can be sent to its domain. */
export const emailInQuery = looksLikeEmail
  .custom((email: string, helpers) =>
    normalizedEmail(email) === null && looksLikeEmail.validate(email).error === undefined
      ? helpers.error('string.email')
      : email,
  )
  .max(254)
  .meta({ format: 'email' })

export const emailForm = emailInQuery.required()

/** A moment that means the same everywhere: with its offset from UTC, and of a day that exists. */
export const momentIn = Joi.string()
  .custom((text: string, helpers) => (isMoment(text) ? text : helpers.error('date.format')))
  .messages({ 'date.format': 'moment' })
  .meta({ format: 'date-time' })

function isMoment(text: string): boolean {
  const [, day] = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/.exec(text) ?? []
  if (day === undefined || Number.isNaN(Date.parse(text))) return false
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}

export const idForm = Joi.string().guid().required()
export const momentForm = Joi.string().isoDate().required()
/** What people call something. A line break in it could split a header or a line of a log. */
export const givenName = trimmed()
  .min(1)
  .max(200)
  .pattern(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u)
  .meta({ pattern: undefined })

export interface PageQuery {
  readonly limit: number
  readonly cursor?: string
}

export const pageQuery = {
  limit: Joi.number()
    .integer()
    .min(1)
    .max(largestPage)
    .default(usualPage)
    .description(
      `The largest number of items on the page, from 1 to ${largestPage}; ${usualPage} by default.`,
    ),
  cursor: Joi.string()
    .max(200)
    .description('The `nextCursor` of the previous page; omit it for the first page.'),
}

/** A cursor means nothing to clients, so that it may mean something else tomorrow. */
export function pageOfQuery({ limit, cursor }: PageQuery): Page {
  if (cursor === undefined) return { limit, after: null }
  const after = Buffer.from(cursor, 'base64url').toString('latin1')
  if (!/^[\w.-]+$/.test(after)) throw invalidCursor()
  return { limit, after }
}

export function listResponse(
  description: string,
  item: Schema,
  example: unknown,
  more: Readonly<Record<string, Schema>> = {},
): ResponseRule {
  return {
    description,
    schema: Joi.object({
      items: Joi.array().items(item).required(),
      nextCursor: Joi.string()
        .allow(null)
        .required()
        .description('The cursor of the next page, for the parameter `cursor`; `null` on the last page.'),
      ...more,
    }),
    example: { items: [example], nextCursor: null },
  }
}

export function listAnswer<Item>(page: PageOf<Item>, present: (item: Item) => object): Answer {
  return { status: 200, body: listBody(page, present) }
}

/** For an answer that says more beside the list. */
export function listBody<Item>(page: PageOf<Item>, present: (item: Item) => object) {
  const nextCursor = page.next === null ? null : Buffer.from(page.next, 'latin1').toString('base64url')
  return { items: page.items.map(present), nextCursor }
}

export function found<Type>(value: Type | null, message: string): Type {
  if (value === null) throw new DomainError('NOT_FOUND', { message })
  return value
}

export const nothing: ResponseRule = { description: 'The request succeeded. The response has no body.' }
export const noContent: Answer = { status: 204 }
