import Joi, { type ObjectSchema, type Schema } from 'joi'
import { invalidCursor, maxPage, type Page } from '../../../domain/page.ts'
import { cursorOf, nextCursorForm, type PageQuery, pageOfQuery, pageQuery } from '../forms.ts'
import type { Answer, ResponseRule } from '../response.ts'

/** The number of items to skip, by the cursor of a list that the route has as a whole. */
function positionAfter({ after }: Page): number {
  if (after === null) return 0
  if (!/^\d{1,9}$/.test(after)) throw invalidCursor()
  return Number(after)
}

/** Returns the form of a query with the parameters of a list. A page of a whole list has all items by default. */
function withPageQuery(query: Schema = Joi.object({})): Schema {
  return (query as ObjectSchema).keys({
    limit: pageQuery.limit
      .default(maxPage)
      .description(`The largest number of items on the page, from 1 to ${maxPage}; ${maxPage} by default.`),
    cursor: pageQuery.cursor,
  })
}

function withNextCursor({ schema, example, ...rule }: ResponseRule): ResponseRule {
  return {
    ...rule,
    schema: (schema as ObjectSchema).keys({ nextCursor: nextCursorForm }),
    example: { ...(example as object), nextCursor: null },
  }
}

/** Returns the page of an answer with a whole list that a query names. */
function pageOf(answer: Answer, query: PageQuery): Answer {
  const { items, ...more } = answer.body as { readonly items: readonly unknown[] }
  const page = pageOfQuery(query)
  const start = positionAfter(page)
  const end = start + page.limit
  const next = end < items.length ? String(end) : null
  return { ...answer, body: { ...more, items: items.slice(start, end), nextCursor: cursorOf(next) } }
}

/** The parts of a route on which its pages depend. */
interface ListingRoute<Query, Request> {
  readonly path: string
  readonly query?: Schema<Query>
  readonly responses: Readonly<Record<number, ResponseRule>>
  handle(request: Request): Promise<Answer>
}

/**
 * Returns a route that answers with one page of a list. The handler of the given route returns all items in the field
 * `items`, because the list is short.
 */
export function inPages<
  Query,
  Request extends { readonly query: Query },
  Listing extends ListingRoute<Query, Request>,
>(route: Listing): Listing {
  const [status, rule] = Object.entries(route.responses)[0] ?? []
  if (status === undefined || rule === undefined) throw new Error(`${route.path} has no response`)
  return {
    ...route,
    query: withPageQuery(route.query),
    responses: { ...route.responses, [status]: withNextCursor(rule) },
    handle: async (request: Request) => {
      const answer = await route.handle(request)
      return answer.status === Number(status) ? pageOf(answer, request.query as PageQuery) : answer
    },
  }
}
