import Joi from 'joi'
import { spaceLevelOf, spaceLevels } from '../../../domain/arrival/arrival-bounds.ts'
import { pageSince } from '../../../domain/arrival/arrival-position.ts'
import { arrivalStatuses } from '../../../domain/arrival/arrival-status.ts'
import { bodyBounds } from '../../../domain/arrival/mapping/decoded.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { DiscardableStatus } from '../../../ports/arrival/arrivals.ts'
import { itemsOf, listBody, uuid } from '../forms.ts'
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
  presentArrival,
  presentStored,
} from './arrival-presenter.ts'

interface SearchQuery extends ArrivalQuery {
  readonly contains: string
}

interface DiscardQuery {
  readonly dataTableId: string
  readonly arrivalIds?: readonly string[]
  readonly status?: DiscardableStatus
  readonly code?: string
  readonly format?: string
  readonly all?: true
}

interface EditBody {
  readonly body: string
  readonly contentType?: string
}

const storedStatuses = arrivalStatuses.filter((status) => status !== 'accepted')
/**
 * The largest body in bytes of an edit of a held arrival: twice the largest arrival, because JSON escapes
 * some of its characters.
 */
const editLimit = 2 * bodyBounds.bytes

const common = { tag: 'Arrivals', auth: { kind: 'session' } } as const
const ofArrival = Joi.object({
  arrivalId: Joi.string().max(64).required().description(arrivalIdText),
})

/** Returns the routes that discard, edit and search held and refused arrivals. */
export function waitingRoutes(services: Services): Route[] {
  return [
    searchArrivalsRoute(services),
    measureSpaceRoute(services),
    discardArrivalsRoute(services),
    discardArrivalRoute(services),
    editArrivalRoute(services),
  ]
}

function searchArrivalsRoute({ searchArrivals }: Services): Route {
  return route<unknown, undefined, SearchQuery>({
    ...common,
    method: 'GET',
    path: '/arrivals/search',
    operationId: 'arrivals.search',
    scope: 'arrivals:read',
    listsReach: true,
    summary: 'Search the bodies of arrivals',
    description:
      'Finds arrivals whose body contains a text, newest first. Bodies are encrypted at rest, so each body must be decrypted and read. One response therefore searches at most 2,000 arrivals, 16 MB and one second; `nextCursor` continues from there. A page may be empty although more follow.',
    takesLong: true,
    query: Joi.object<SearchQuery>({
      contains: Joi.string()
        .min(2)
        .max(200)
        .required()
        .description(
          'The text to find in the bodies of arrivals, such as a part of a key or a value; 2 to 200 characters, case-insensitive.',
        ),
      ...arrivalQuery(
        Joi.valid(...storedStatuses).description(
          'Returns only arrivals in this state; without it, refused, held and ignored arrivals. Accepted arrivals cannot be searched, because their bodies are not stored.',
        ),
      ),
    }),
    responses: {
      200: {
        description: 'A page of arrivals.',
        schema: Joi.object({
          items: itemsOf(arrivalSchema),
          nextCursor: Joi.string()
            .allow(null)
            .required()
            .description(
              'The cursor with which the search continues, for the parameter `cursor`; `null` if all arrivals were searched.',
            ),
          searched: Joi.number()
            .integer()
            .required()
            .description('The number of arrivals that this response has searched.'),
        })
          .description('A page of the arrivals whose bodies contain the text.')
          .meta({ named: 'ArrivalMatches' }),
        example: { items: [exampleArrival], nextCursor: null, searched: 212 },
      },
    },
    handle: async ({ caller, query, yieldToOthers }) => {
      const { contains, since } = query
      const { searched, ...list } = await searchArrivals.execute(
        caller.organizationId,
        filterOfQuery(query, caller.projectIds),
        contains,
        pageOfArrivals(query),
        yieldToOthers,
      )
      const found = pageSince(list, since === undefined ? null : new Date(since))
      return { status: 200, body: { ...listBody(found, presentArrival), searched } }
    },
  })
}

function measureSpaceRoute({ arrivals }: Services): Route {
  return route<unknown, undefined>({
    ...common,
    method: 'GET',
    path: '/arrivals/storage',
    operationId: 'arrivals.getStorage',
    scope: 'arrivals:read',
    summary: 'See the space for arrivals',
    description:
      'Returns the space that arrivals take and the limit of the organization. The level is `low` if held arrivals take 80 % or more of the limit. At level `full`, open tables answer 503 until arrivals are admitted or discarded. Refused and ignored arrivals are deleted first to make space for held arrivals.',
    responses: {
      200: {
        description: 'The space that arrivals take, in bytes, and its limit.',
        schema: Joi.object({
          level: Joi.valid(...spaceLevels)
            .required()
            .description(
              'The level of the space for arrivals: `plenty`, `low` (held arrivals take 80 % or more of the limit) or `full` (tables with `acceptsAnyFormat` answer 503 to bodies that they would hold).',
            ),
          heldBytes: Joi.number()
            .integer()
            .required()
            .description('The compressed size of held arrivals, in bytes.'),
          otherBytes: Joi.number()
            .integer()
            .required()
            .description('The compressed size of refused and ignored arrivals, in bytes.'),
          limitBytes: Joi.number()
            .integer()
            .required()
            .description('The largest compressed size of all arrivals together, in bytes.'),
        })
          .description('The space that the stored arrivals of the organization take, and its limit.')
          .meta({ named: 'ArrivalRoom' }),
        example: {
          level: 'low',
          heldBytes: 224_395_264,
          otherBytes: 41_200_128,
          limitBytes: 268_435_456,
        },
      },
    },
    handle: async ({ caller }) => {
      const space = await arrivals.room(caller.organizationId)
      return { status: 200, body: { level: spaceLevelOf(space), ...space } }
    },
  })
}

function discardArrivalsRoute({ discardArrivals }: Services): Route {
  return route<unknown, undefined, DiscardQuery>({
    ...common,
    method: 'DELETE',
    path: '/arrivals',
    operationId: 'arrivals.deleteMany',
    scope: 'arrivals:admit',
    summary: 'Discard arrivals',
    description:
      'Permanently deletes held, refused or ignored arrivals of a table with their bodies. `status` is `held` by default. At least one of `arrivalIds`, `code`, `format` and `all` is required; `all=true` selects all arrivals in the status. A source may repeat a held delivery after it was discarded. The repeat is recognized and not held again, for 96 hours by the id in a header, otherwise for `duplicateWindowSeconds` of the table. If its records fit the table by then, they are added.',
    takesLong: true,
    query: Joi.object<DiscardQuery>({
      dataTableId: uuid.required().description('The id of the data table, a UUID.'),
      arrivalIds: Joi.array()
        .items(uuid)
        .single()
        .min(1)
        .max(200)
        // Describes the ids in `meta`, because Joi would move a description to only one of the two forms: a
        // list and a single id.
        .meta({ description: 'Discards only arrivals with these ids, 1 to 200.' }),
      status: Joi.valid(...storedStatuses).description(
        'Discards only arrivals in this state; `held` by default.',
      ),
      code: reasonCodeForm.description(
        'Discards only arrivals whose first reason has this code, such as `UNKNOWN_FORMAT`.',
      ),
      format: formatForm.description(
        'Discards only arrivals whose bodies have this format, as `format` of an arrival names it.',
      ),
      all: Joi.boolean()
        .valid(true)
        .description('If true, discards all arrivals of the table that are in the given `status`.'),
    }).or('arrivalIds', 'code', 'format', 'all'),
    responses: {
      200: {
        description: 'The number of arrivals that were discarded.',
        schema: Joi.object({
          discarded: Joi.number()
            .integer()
            .required()
            .description('The number of arrivals that were deleted with their bodies.'),
        })
          .description('The result of discarding arrivals.')
          .meta({ named: 'ArrivalsDiscarded' }),
        example: { discarded: 212 },
      },
    },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, query, by, yieldToOthers }) => {
      const { dataTableId, arrivalIds, status = 'held', code, format } = query
      const wanted = {
        ...(arrivalIds === undefined ? {} : { arrivalIds }),
        ...(code === undefined ? {} : { code }),
        ...(format === undefined ? {} : { format }),
      }
      const { organizationId } = caller
      const command = { organizationId, dataTableId, ...wanted, states: [status], by: by() }
      return { status: 200, body: { discarded: await discardArrivals.execute(command, yieldToOthers) } }
    },
  })
}

function discardArrivalRoute({ discardArrivals }: Services): Route {
  return route<{ arrivalId: string }, undefined>({
    ...common,
    method: 'DELETE',
    path: '/arrivals/{arrivalId}',
    operationId: 'arrivals.delete',
    scope: 'arrivals:admit',
    summary: 'Discard an arrival',
    description:
      'Permanently deletes a held, refused or ignored arrival with its body. An accepted arrival is refused with CONFLICT: delete its records in their table instead.',
    params: ofArrival,
    responses: { 204: { description: 'The arrival was deleted. The response has no body.' } },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ caller, params: { arrivalId }, by }) => {
      await discardArrivals.one(caller.organizationId, arrivalId, by())
      return { status: 204 }
    },
  })
}

function editArrivalRoute({ editArrival }: Services): Route {
  return route<{ arrivalId: string }, EditBody>({
    ...common,
    method: 'PATCH',
    path: '/arrivals/{arrivalId}',
    operationId: 'arrivals.update',
    summary: 'Edit the body of an arrival',
    description:
      'Replaces the body of a held or refused arrival. Use it to correct a body that does not fit. Returns the reasons why the new body does not fit, or none if it would be admitted now. `POST /arrivals/admit` admits it like any other arrival. The headers, the delivery id and the digest of the received bytes stay, and `edited` names the editor. If some of its records are already in the table, the new body must keep the number and the order of the records. Refused with CONFLICT for accepted and ignored arrivals, and for rows that an import left out.',
    params: ofArrival,
    body: {
      schema: Joi.object<EditBody>({
        body: Joi.string()
          .max(bodyBounds.bytes, 'utf8')
          .required()
          .description(
            `The new body of the arrival as text, at most ${bodyBounds.bytes} bytes in UTF-8 (4 MiB).`,
          ),
        contentType: Joi.string()
          .max(200)
          .pattern(/^[\x20-\x7e]+$/)
          .description(
            'The content type of the new body, such as `application/json`; by default the content type of the received body.',
          ),
      }),
      limit: editLimit,
      examples: {
        column: {
          summary: 'Correct the name of a column',
          value: { body: '{"records":[{"name":"Ada","email":"ada@example.com"}]}' },
        },
      },
    },
    responses: {
      200: {
        description: 'The arrival with its new body.',
        schema: arrivalWithBodySchema,
        example: exampleArrivalWithBody,
      },
    },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ signedIn: { user }, params: { arrivalId }, body, revision, by }) => {
      const editor = by()
      if (editor.kind !== 'user') throw new DomainError('FORBIDDEN')
      const edited = await editArrival.execute({
        organizationId: user.organizationId,
        arrivalId,
        bytes: Buffer.from(body.body),
        ...(body.contentType === undefined ? {} : { contentType: body.contentType }),
        revision,
        by: editor,
      })
      return { status: 200, body: presentStored(edited), headers: entityTag(edited) }
    },
  })
}
