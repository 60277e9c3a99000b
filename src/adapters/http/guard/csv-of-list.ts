import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context } from 'koa'
import type { Requester } from '../../../domain/account/requester.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Cell, DataRecord } from '../../../domain/record-cells.ts'
import type { Audit } from '../../../use-cases/account/audit/audit.ts'
import { type CsvForm, csvLines, csvText } from '../../streams/csv-text.ts'
import { whileAdmitted } from '../request/while-admitted.ts'
import type { Answer, ResponseRule } from '../response.ts'

/** A list that can be read as CSV: the name of the file, and the columns. */
export interface CsvOfList {
  /** The name of the file without its extension. */
  readonly fileName: string
  /**
   * The fields of an item that become columns, in their order, such as `email` or `actor.name`. Each name is also the
   * header of its column.
   */
  readonly columns: readonly string[]
}

/** The parts of a route on which its CSV depends. */
interface ListingRoute {
  readonly path: string
  readonly description: string
  readonly csv?: CsvOfList
  readonly responses: Readonly<Record<number, ResponseRule>>
}

/** The parts of a request that are needed to read a list page by page. */
interface ListRequest {
  readonly query: unknown
  readonly requester: () => Requester
  readonly stillAdmitted: () => Promise<void>
  readonly yieldToOthers: () => Promise<void>
}

interface CsvRequest<Request extends ListRequest> {
  readonly ctx: Context
  readonly request: Request
  /** Answers a page of the list. */
  readonly handle: (request: Request) => Promise<Answer>
  readonly audit: Audit
}

/** A page of a list. A list that is always returned whole has no `nextCursor`. */
interface ListedPage {
  readonly items: readonly object[]
  readonly nextCursor?: string | null
}

/**
 * The number of items that are read at once for CSV. In 5 ms of processor time, 500 items become CSV, and other
 * requests wait no longer.
 */
const itemsPerPage = 500

const form: CsvForm = { raw: false, lineEnd: 'windows' }

/** The query parameters that do not narrow a list. */
const orders: ReadonlySet<string> = new Set(['sort', 'order'])

const asCsv =
  'If the request has the header `Accept: text/csv`, the response is the whole list as CSV (RFC 4180, in UTF-8), in the same order and with the same filters, and `limit` and `cursor` are refused. A list in a cell is joined by `; `, and an object in a cell is JSON. A cell that a spreadsheet would run as a formula is preceded by an apostrophe. The connection breaks if the list cannot be read to its end, so a file that was received completely is whole. `RATE_LIMITED` while the session or API key reads another export.'

/** Returns a route with the documentation of its CSV; a route without CSV unchanged. */
export function withCsv<Listing extends ListingRoute>(route: Listing): Listing {
  const { csv, responses, description, path } = route
  if (csv === undefined) return route
  const [status, rule] = Object.entries(responses)[0] ?? []
  if (status === undefined || rule === undefined) throw new Error(`${path} has no response`)
  const { items } = rule.example as ListedPage
  const rows = items.map((item) => csv.columns.map((name) => cellAt(item, name)))
  const example = csvLines([csv.columns, ...rows], form)
  return {
    ...route,
    description: `${description}\n\n${asCsv}`,
    responses: { ...responses, [status]: { ...rule, alsoAs: { ...rule.alsoAs, 'text/csv': example } } },
  }
}

/** Returns whether a request asks for CSV. JSON is the answer to a request that accepts both or says nothing. */
export function asksForCsv(ctx: Context): boolean {
  return ctx.accepts('json', 'csv') === 'csv'
}

/**
 * Returns the answer to a request for a whole list as CSV. The handler of the route is called for each page, and the
 * next page is read when the client has taken the one before. The first page is read before the answer begins, so
 * that a request that is refused gets an error.
 */
export async function csvAnswer<Request extends ListRequest>(
  { fileName, columns }: CsvOfList,
  { ctx, request, handle, audit }: CsvRequest<Request>,
): Promise<Answer> {
  for (const name of ['limit', 'cursor']) if (ctx.query[name] !== undefined) throw notForCsv(name)
  // Keeps the test clock of the request, because a stream continues in the context of its reader.
  const inRequest = AsyncLocalStorage.snapshot()
  const query = { ...(request.query as object), limit: itemsPerPage }
  const first = await handle({ ...request, query })
  const isFiltered = Object.keys(ctx.query).some((name) => !orders.has(name))
  await audit.noteExport(request.requester(), { list: fileName, isFiltered })
  async function* records(): AsyncIterable<readonly DataRecord[]> {
    let page = first.body as ListedPage
    for (;;) {
      yield page.items.map((item) => Object.fromEntries(columns.map((name) => [name, cellAt(item, name)])))
      const cursor = page.nextCursor ?? null
      if (cursor === null) return
      await request.yieldToOthers()
      const next = await inRequest(() => handle({ ...request, query: { ...query, cursor } }))
      page = next.body as ListedPage
    }
  }
  return {
    status: first.status,
    body: csvText({ columns, records: whileAdmitted(records(), request.stillAdmitted), ...form }),
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName}.csv"`,
    },
  }
}

/** Returns the cell for a field of an item, such as `actor.name`. The values of a list are joined. */
function cellAt(item: object, name: string): Cell {
  return cellOf(valueAt(item, name.split('.')))
}

function valueAt(value: unknown, [field, ...others]: readonly string[]): unknown {
  if (field === undefined || value === null || value === undefined) return value
  if (Array.isArray(value)) return value.map((each) => valueAt(each, [field, ...others]))
  return valueAt((value as Readonly<Record<string, unknown>>)[field], others)
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return value.map((each) => String(cellOf(each) ?? '')).join('; ')
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : (value as Cell)
}

function notForCsv(name: string): DomainError {
  const message = 'is not for text/csv, which has the whole list'
  return new DomainError('VALIDATION_FAILED', {
    message: `The request is not valid: #query/${name} ${message}`,
    errors: [{ pointer: `#query/${name}`, code: 'NOT_ALLOWED', message }],
  })
}
