import Joi, { type ArraySchema, type Schema, type StringSchema } from 'joi'
import { normalizedEmail } from '../../domain/email-address.ts'
import { DomainError } from '../../domain/errors.ts'
import { isId } from '../../domain/id.ts'
import { defaultPage, invalidCursor, maxPage, type Page, type PageOf } from '../../domain/page.ts'
import { momentOf } from '../../domain/time/moment.ts'
import type { Answer, ResponseRule } from './response.ts'

export const smallBody = 64 * 1024

/**
 * Returns the form of an id in a path. Text that is not a UUID is answered with NOT_FOUND, like an unknown
 * id.
 */
export function idInPath(description: string): Schema<string> {
  return Joi.string()
    .custom((id: string) => {
      if (!isId(id)) throw new DomainError('NOT_FOUND')
      return id.toLowerCase()
    })
    .required()
    .description(description)
}

/** Returns the form of a positive whole number in a path. Any other text is answered with NOT_FOUND. */
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

/** Returns a text form that removes spaces around the value, because pasted text often has them. */
function trimmed(): StringSchema {
  return Joi.string().custom((text: string) => text.trim())
}

/** Allows any top-level domain in e-mail addresses, because the list of registered ones changes. */
const looksLikeEmail = trimmed().email({ tlds: false })

/**
 * The form of an e-mail address in a query. Besides its spelling, the domain must be one that
 * `normalizedEmail` can convert; otherwise no mail can be sent to it.
 */
export const emailInQuery = looksLikeEmail
  .custom((email: string, helpers) =>
    normalizedEmail(email) === null && looksLikeEmail.validate(email).error === undefined
      ? helpers.error('string.email')
      : email,
  )
  .max(254)
  .meta({ format: 'email' })

export const emailForm = emailInQuery.required()

/** The form of a moment with its offset from UTC, on a date that exists, such as 2026-02-28T09:00:00Z. */
export const momentIn = Joi.string()
  .custom((text: string, helpers) => (momentOf(text) === null ? helpers.error('date.format') : text))
  .messages({ 'date.format': 'moment' })
  .meta({ format: 'date-time' })

export const idForm = Joi.string().guid().required()
export const momentForm = Joi.string().isoDate().required()

/** The form of the field `ok` of a response that reports success. */
export const okForm = Joi.valid(true)
  .required()
  .description('Always `true` in a response with status 2xx; the body of an error has `false`.')

/** Returns the form of an id in a response; `thing` names the owner of the id, such as "the data table". */
export function idOf(thing: string): StringSchema {
  return idForm.description(`The id of ${thing}, a UUID.`)
}

/** Returns the form of a creation time in a response; `thing` names what was created. */
export function createdAtOf(thing: string): StringSchema {
  return momentForm.description(`The time when ${thing} was created, in UTC (ISO 8601).`)
}

/**
 * The form of a name that a person gives to something, 1 to 200 characters. Line breaks are refused, because
 * they could split a header or a log line.
 */
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
    .max(maxPage)
    .default(defaultPage)
    .description(`The largest number of items on the page, from 1 to ${maxPage}; ${defaultPage} by default.`),
  cursor: Joi.string()
    .max(200)
    .description('The `nextCursor` of the previous page; omit it for the first page.'),
}

/**
 * Returns the page that a cursor stands for. Clients must not read a cursor, so its content may change at any
 * time.
 */
export function pageOfQuery({ limit, cursor }: PageQuery): Page {
  if (cursor === undefined) return { limit, after: null }
  const after = Buffer.from(cursor, 'base64url').toString('latin1')
  if (!/^[\w.-]+$/.test(after)) throw invalidCursor()
  return { limit, after }
}

/** Returns the form of the field `items`, which every list in a response has. */
export function itemsOf(item: Schema): ArraySchema {
  return Joi.array()
    .items(item)
    .required()
    .description('The items of the list, in the order that the operation describes. Empty if there are none.')
}

export const nextCursorForm = Joi.string()
  .allow(null)
  .required()
  .description('The cursor of the next page, for the parameter `cursor`; `null` on the last page.')

export function listResponse(
  description: string,
  item: Schema,
  example: unknown,
  more: Readonly<Record<string, Schema>> = {},
): ResponseRule {
  return {
    description,
    schema: Joi.object({
      items: itemsOf(item),
      nextCursor: nextCursorForm,
      ...more,
    }),
    example: { items: [example], nextCursor: null },
  }
}

export function listAnswer<Item extends object>(
  page: PageOf<Item>,
  present?: (item: Item) => object,
): Answer {
  return { status: 200, body: listBody(page, present) }
}

/** Returns the items and the next cursor of a list, for a response that may have further fields. */
export function listBody<Item extends object>(
  page: PageOf<Item>,
  present: (item: Item) => object = (item) => item,
) {
  return { items: page.items.map(present), nextCursor: cursorOf(page.next) }
}

/** Returns the cursor of the page that follows the item with a key; null at the end of the list. */
export function cursorOf(next: string | null): string | null {
  return next === null ? null : Buffer.from(next, 'latin1').toString('base64url')
}

export function orNotFound<Type>(value: Type | null, message: string): Type {
  if (value === null) throw new DomainError('NOT_FOUND', { message })
  return value
}

export const emptyResponse: ResponseRule = { description: 'The request succeeded. The response has no body.' }
export const noContent: Answer = { status: 204 }
