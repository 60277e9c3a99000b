import Joi from 'joi'
import { rowsLeftOut } from '../../../domain/arrival/arrival.ts'
import { pageSince, readLedgerId } from '../../../domain/arrival/arrival-position.ts'
import { arrivalStatuses } from '../../../domain/arrival/arrival-status.ts'
import { listAnswer, listResponse, orNotFound, smallBody, uuid } from '../forms.ts'
import { entityTag } from '../request/revision.ts'
import { type Route, route } from '../route.ts'
import type { Services } from '../services.ts'
import {
  type ArrivalQuery,
  arrivalQuery,
  filterOfQuery,
  formatForm,
  pageOfArrivals,
  reasonCodeForm,
} from './arrival-filter.ts'
import {
  arrivalIdText,
  arrivalSchema,
  arrivalWithBodySchema,
  exampleArrival,
  exampleArrivalWithBody,
  exampleLeftOut,
  firstIdsOf,
  presentArrival,
  presentBody,
  presentStored,
  statusText,
} from './arrival-presenter.ts'

interface AdmitBody {
  readonly dataTableId: string
  readonly arrivalIds?: readonly string[]
  readonly format?: string
  readonly code?: string
  readonly all?: true
  readonly preview?: boolean
}

const maxAtOnce = 200

const admitForm = Joi.object<AdmitBody>({
  dataTableId: uuid.required().description('The id of the data table whose arrivals are admitted, a UUID.'),
  arrivalIds: Joi.array()
    .items(uuid)
    .min(1)
    .max(maxAtOnce)
    .description('The ids of the arrivals to admit, 1 to 200.'),
  format: formatForm.description(
    'Admits to the table only arrivals whose bodies have this format, as `format` of an arrival names it.',
  ),
  code: reasonCodeForm.description(
    'Admits to the table only arrivals whose first reason has this code, such as `UNKNOWN_FORMAT`.',
  ),
  all: Joi.valid(true).description('If true, admits all held and refused arrivals of the table.'),
  preview: Joi.boolean().description('If true, returns what the admission would do and changes nothing.'),
})
  .or('arrivalIds', 'format', 'code', 'all')
  .required()

const common = { tag: 'Arrivals', auth: { kind: 'session' } } as const

/**
 * Returns the routes of arrivals. Every member of the organization may see arrivals, because they may see the
 * records too.
 */
export function arrivalRoutes(services: Services): Route[] {
  return [
    listArrivalsRoute(services),
    getArrivalRoute(services),
    getBodyRoute(services),
    admitArrivalsRoute(services),
  ]
}

function listArrivalsRoute({ arrivals }: Services): Route {
  return route<unknown, undefined, ArrivalQuery>({
    ...common,
    method: 'GET',
    path: '/arrivals',
    operationId: 'arrivals.list',
    scope: 'arrivals:read',
    listsReach: true,
    summary: 'List arrivals',
    description:
      'Returns arrivals, newest first: requests with records to the public ingest routes, imports with the rows that they left out, and records that a person added. Refused, held and ignored arrivals are kept for 30 days by default; the operator can change this. They are deleted earlier if they take too much space.',
    query: Joi.object<ArrivalQuery>(
      arrivalQuery(
        Joi.valid(...arrivalStatuses).description(`Returns only arrivals in this state. ${statusText}`),
      ),
    ),
    responses: { 200: listResponse('A page of arrivals.', arrivalSchema, exampleArrival) },
    handle: async ({ caller, query }) => {
      const { since } = query
      const filter = filterOfQuery(query, caller.projectIds)
      const list = await arrivals.list(caller.organizationId, filter, pageOfArrivals(query))
      return listAnswer(pageSince(list, since === undefined ? null : new Date(since)), presentArrival)
    },
  })
}

function getArrivalRoute({ arrivals }: Services): Route {
  return route<{ arrivalId: string }, undefined>({
    ...common,
    method: 'GET',
    path: '/arrivals/{arrivalId}',
    operationId: 'arrivals.get',
    scope: 'arrivals:read',
    summary: 'See an arrival with its body',
    description:
      'Returns an arrival with its body. An accepted arrival has no body; its records are in the table. An arrival that was held and admitted later keeps the id that its source received.',
    params: Joi.object({
      arrivalId: Joi.string().max(64).required().description(arrivalIdText),
    }),
    responses: {
      200: {
        description: 'The arrival with its body and the reasons why it was held or refused.',
        schema: arrivalWithBodySchema,
        example: exampleArrivalWithBody,
      },
    },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { arrivalId } }) => {
      const { organizationId } = caller
      if (readLedgerId(arrivalId) !== null) {
        const accepted = orNotFound(await arrivals.accepted(organizationId, arrivalId), 'Arrival not found')
        const recordIds = firstIdsOf(accepted)
        const shown = { ...presentArrival(accepted), ...presentBody(null), recordIds, revision: 1 }
        return { status: 200, body: shown, headers: entityTag(shown) }
      }
      const arrival = orNotFound(await arrivals.find(organizationId, arrivalId), 'Arrival not found')
      return { status: 200, body: presentStored(arrival), headers: entityTag(arrival) }
    },
  })
}

function getBodyRoute({ arrivals }: Services): Route {
  return route<{ arrivalId: string }, undefined>({
    ...common,
    method: 'GET',
    path: '/arrivals/{arrivalId}/body',
    operationId: 'arrivals.getBody',
    scope: 'arrivals:read',
    summary: 'Download the body of an arrival',
    description:
      'Returns the bytes as they were received or last edited. For rows that an import left out, the body is a CSV with the reason of each row in the first column. Fix the rows and import the same file again; the import ignores that column.',
    params: Joi.object({
      arrivalId: Joi.string().max(64).required().description(arrivalIdText),
    }),
    responses: {
      200: {
        description: 'The body of the arrival, as a download.',
        contentType: 'application/octet-stream',
        example: '…',
        alsoAs: { 'text/csv': exampleLeftOut },
      },
    },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { arrivalId } }) => {
      const arrival = orNotFound(await arrivals.find(caller.organizationId, arrivalId), 'Arrival not found')
      const { bytes } = orNotFound(arrival.body, 'The body of the arrival is no longer stored')
      const isRows = arrival.code === rowsLeftOut
      return {
        status: 200,
        body: Buffer.from(bytes),
        // The download of an arrival's body has a fixed content type. The source chooses the type of the body
        // itself, and a browser might open it as a page.
        headers: {
          'Content-Type': isRows ? 'text/csv; charset=utf-8' : 'application/octet-stream',
          'Content-Disposition': `attachment; filename="${isRows ? 'left-out-rows.csv' : 'body'}"`,
        },
      }
    },
  })
}

/**
 * The response to `POST /arrivals/admit`, which adds held or refused arrivals to the table: the numbers of
 * records that were added, stayed held, had arrived before or were ignored, with the reasons.
 */
const admittedSchema = Joi.object({
  admitted: Joi.number()
    .integer()
    .required()
    .description('The number of records that were added to the table or changed it.'),
  held: Joi.number()
    .integer()
    .required()
    .description('The number of records that still do not fit the table and stay held.'),
  duplicate: Joi.number()
    .integer()
    .required()
    .description('The number of records that had arrived before in the same delivery, and changed nothing.'),
  ignored: Joi.number()
    .integer()
    .required()
    .description('The number of records that were dropped by a mapping with the action `ignore`.'),
  reasons: Joi.array()
    .items(
      Joi.object({
        code: Joi.string()
          .required()
          .description(
            'The stable code of the reason why records are still held, such as `NOT_A_PHONE_NUMBER`.',
          ),
        count: Joi.number()
          .integer()
          .required()
          .description('The number of records that are held for this reason.'),
      }),
    )
    .required()
    .description('The reasons why records are still held; empty if none is held.'),
})
  .description('The numbers of records of the selected arrivals by their outcome.')
  .meta({ named: 'ArrivalsAdmitted' })

const exampleAdmitted = {
  admitted: 212,
  held: 3,
  duplicate: 0,
  ignored: 0,
  reasons: [{ code: 'NOT_A_PHONE_NUMBER', count: 3 }],
}

function admitArrivalsRoute({ admitArrivals }: Services): Route {
  return route<unknown, AdmitBody>({
    ...common,
    method: 'POST',
    path: '/arrivals/admit',
    operationId: 'arrivals.admit',
    scope: 'arrivals:admit',
    summary: 'Admit held or refused arrivals',
    description:
      'Adds the records of held or refused arrivals to their table, oldest first, for example after a mapping or a column was added. Each record is added once, by the current mappings and columns, and counts on the `records` meter of the current month. Arrivals that still do not fit the table, or exceed the plan, stay held with the reasons. At least one of `arrivalIds`, `format`, `code` and `all` is required. Deliveries with the code UNVERIFIED, INVALID_SIGNATURE or DELIVERY_ID_REUSED are admitted only by `arrivalIds`. If `preview` is true, nothing is written, repeats are not recognized, and in a table with match columns every record that fits is counted as new.',
    takesLong: true,
    body: {
      schema: admitForm,
      limit: smallBody,
      examples: {
        preview: {
          summary: 'Preview all arrivals of a table',
          value: { dataTableId: exampleArrival.dataTableId, all: true, preview: true },
        },
        one: {
          summary: 'Admit one arrival',
          value: { dataTableId: exampleArrival.dataTableId, arrivalIds: [exampleArrival.id] },
        },
      },
    },
    responses: {
      200: {
        description:
          'The numbers of admitted, held, repeated and ignored records; with `preview`, the expected numbers.',
        schema: admittedSchema,
        example: exampleAdmitted,
      },
    },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, body, by, yieldToOthers }) => {
      const { organizationId } = caller
      const { dataTableId, arrivalIds, format, code, preview = false } = body
      const wanted = {
        ...(arrivalIds === undefined ? {} : { arrivalIds }),
        ...(format === undefined ? {} : { format }),
        ...(code === undefined ? {} : { code }),
      }
      const command = { organizationId, dataTableId, ...wanted, preview, by: by() }
      return { status: 200, body: await admitArrivals.execute(command, yieldToOthers) }
    },
  })
}
