import Joi from 'joi'
import { rowsLeftOut } from '../../../domain/arrival/arrival.ts'
import { keyUntil, readLedgerId } from '../../../domain/arrival/arrival-place.ts'
import { type ArrivalState, arrivalStates } from '../../../domain/arrival/arrival-state.ts'
import type { ArrivalQueries } from '../../../ports/arrival/arrival-queries.ts'
import type { ArrivalStore } from '../../../ports/arrival/arrival-store.ts'
import type { AdmitArrivals } from '../../../use-cases/arrival/admit-arrivals.ts'
import {
  found,
  listAnswer,
  listResponse,
  momentIn,
  type PageQuery,
  pageOfQuery,
  pageQuery,
  smallBody,
  uuid,
} from '../forms.ts'
import { entityTag } from '../request/revision.ts'
import { type Route, route } from '../route.ts'
import {
  arrivalSchema,
  arrivalWithBodySchema,
  exampleArrival,
  exampleArrivalWithBody,
  exampleLeftOut,
  firstIdsOf,
  presentArrival,
  presentBody,
  presentKept,
} from './arrival-presenter.ts'

export interface ArrivalOptions {
  readonly queries: ArrivalQueries
  readonly arrivals: ArrivalStore
  readonly admitArrivals: AdmitArrivals
}

interface ListQuery extends PageQuery {
  readonly dataTableId?: string
  readonly state?: ArrivalState
  readonly code?: string
  readonly shape?: string
  readonly until?: string
}

interface AdmitBody {
  readonly dataTableId: string
  readonly arrivalIds?: readonly string[]
  readonly shape?: string
  readonly code?: string
  readonly all?: true
  readonly dryRun?: boolean
}

const mostAtOnce = 200
const shapeForm = Joi.string().max(64)

const admitForm = Joi.object<AdmitBody>({
  dataTableId: uuid.required(),
  arrivalIds: Joi.array().items(uuid).min(1).max(mostAtOnce).description('These.'),
  shape: shapeForm.description('Arrivals whose bodies have this shape.'),
  code: Joi.string().max(64).description('Arrivals with this first reason.'),
  all: Joi.valid(true).description('All of the table that are held or were refused.'),
  dryRun: Joi.boolean().description('Says what would become of them, and changes nothing.'),
})
  .or('arrivalIds', 'shape', 'code', 'all')
  .required()

const common = { tag: 'Arrivals', auth: { kind: 'session' } } as const

/**
 * Returns the routes of arrivals. Every member of the organization may see arrivals, because they may see the
 * records too.
 */
export function arrivalRoutes({ queries, arrivals, admitArrivals }: ArrivalOptions): Route[] {
  return [
    route<unknown, undefined, ListQuery>({
      ...common,
      method: 'GET',
      path: '/arrivals',
      summary: 'See what senders sent in',
      description:
        'The newest first: what was accepted, refused, held or ignored. Of what was refused, held or ignored the last 30 days are kept, unless the operator says otherwise, and fewer where there is much of it.',
      query: Joi.object<ListQuery>({
        dataTableId: uuid.description('Only of this table.'),
        state: Joi.valid(...arrivalStates),
        code: Joi.string().max(64).description('Only with this as the first reason.'),
        shape: shapeForm.description('Only bodies that are built like this.'),
        until: momentIn.description('Only what came then or earlier.'),
        ...pageQuery,
      }),
      responses: { 200: listResponse('A page of arrivals.', arrivalSchema, exampleArrival) },
      errors: [],
      handle: async ({ signedIn: { user }, query }) => {
        const { dataTableId = null, state = null, code = null, shape = null, until } = query
        const filter = { dataTableId, state, code, shape }
        const page = pageOfQuery(query)
        // A page that begins at a time uses the same key as a page that continues another.
        const first = until === undefined ? null : keyUntil(new Date(until))
        const list = await queries.list(user.organizationId, filter, { ...page, after: page.after ?? first })
        return listAnswer(list, presentArrival)
      },
    }),
    route<{ arrivalId: string }, undefined>({
      ...common,
      method: 'GET',
      path: '/arrivals/{arrivalId}',
      summary: 'See an arrival with its body',
      description:
        'What was accepted has no body here: its records are in the table. Of what was held first and admitted later, the id that its sender was told says so.',
      params: Joi.object({
        arrivalId: Joi.string().max(64).required().description('The arrival.'),
      }),
      responses: {
        200: { description: 'The arrival.', schema: arrivalWithBodySchema, example: exampleArrivalWithBody },
      },
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, params: { arrivalId } }) => {
        const { organizationId } = user
        if (readLedgerId(arrivalId) !== null) {
          const accepted = found(await queries.accepted(organizationId, arrivalId), 'Arrival not found')
          const recordIds = firstIdsOf(accepted)
          const shown = { ...presentArrival(accepted), ...presentBody(null), recordIds, revision: 1 }
          return { status: 200, body: shown }
        }
        const kept = found(await arrivals.find(organizationId, arrivalId), 'Arrival not found')
        return { status: 200, body: presentKept(kept), headers: entityTag(kept) }
      },
    }),
    route<{ arrivalId: string }, undefined>({
      ...common,
      method: 'GET',
      path: '/arrivals/{arrivalId}/body',
      summary: 'Download the body of an arrival',
      description:
        'The bytes as they came. Of rows that an import left out it is a CSV, each row with its reason in the first column: mended, it can be imported as it is, and that column is left out.',
      params: Joi.object({
        arrivalId: Joi.string().max(64).required().description('The arrival.'),
      }),
      responses: {
        200: {
          description: 'The body.',
          contentType: 'application/octet-stream',
          example: '…',
          alsoAs: { 'text/csv': exampleLeftOut },
        },
      },
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, params: { arrivalId } }) => {
        const arrival = found(await arrivals.find(user.organizationId, arrivalId), 'Arrival not found')
        const { bytes } = found(arrival.body, 'The arrival has no body any more')
        const isRows = arrival.code === rowsLeftOut
        return {
          status: 200,
          body: Buffer.from(bytes),
          // The sender chooses the body's content type, and a browser might open that type, so the response
          // never uses it.
          headers: {
            'Content-Type': isRows ? 'text/csv; charset=utf-8' : 'application/octet-stream',
            'Content-Disposition': `attachment; filename="${isRows ? 'left-out-rows.csv' : 'body'}"`,
          },
        }
      },
    }),
    route<unknown, AdmitBody>({
      ...common,
      method: 'POST',
      path: '/arrivals/admit',
      summary: 'Admit what was held or refused',
      description:
        'In order of arrival: each record goes into the table once, by the mappings and columns that it has now, and counts on the `records` meter now. What still does not fit stays held, with the reasons. With `dryRun` nothing is written; repeats are found only when they go in.',
      takesLong: true,
      body: {
        schema: admitForm,
        limit: smallBody,
        examples: {
          dryRun: {
            summary: 'What would become of all',
            value: { dataTableId: exampleArrival.dataTableId, all: true, dryRun: true },
          },
          one: {
            summary: 'One',
            value: { dataTableId: exampleArrival.dataTableId, arrivalIds: [exampleArrival.id] },
          },
        },
      },
      responses: {
        200: {
          description: 'What became of the records, or would.',
          schema: Joi.object({
            admitted: Joi.number().integer().required(),
            held: Joi.number().integer().required(),
            duplicate: Joi.number().integer().required().description('Taken before; they changed nothing.'),
            ignored: Joi.number().integer().required().description('Left out by a mapping.'),
            reasons: Joi.array()
              .items(Joi.object({ code: Joi.string().required(), count: Joi.number().integer().required() }))
              .required()
              .description('Of those that are held still.'),
          }).meta({ named: 'ArrivalsAdmitted' }),
          example: {
            admitted: 212,
            held: 3,
            duplicate: 0,
            ignored: 0,
            reasons: [{ code: 'NOT_A_PHONE_NUMBER', count: 3 }],
          },
        },
      },
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, body, by, giveWay }) => {
        const { organizationId } = user
        const { dataTableId, arrivalIds, shape, code, dryRun = false } = body
        const wanted = {
          ...(arrivalIds === undefined ? {} : { arrivalIds }),
          ...(shape === undefined ? {} : { shape }),
          ...(code === undefined ? {} : { code }),
        }
        const command = { organizationId, dataTableId, ...wanted, dryRun, by: by() }
        return { status: 200, body: await admitArrivals.execute(command, giveWay) }
      },
    }),
  ]
}
