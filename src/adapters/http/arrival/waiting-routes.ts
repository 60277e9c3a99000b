import Joi from 'joi'
import { roomLevelOf, roomLevels } from '../../../domain/arrival/arrival-bounds.ts'
import { keyUntil } from '../../../domain/arrival/arrival-place.ts'
import { type ArrivalState, arrivalStates } from '../../../domain/arrival/arrival-state.ts'
import { bodyBounds } from '../../../domain/arrival/mapping/decoded.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { ArrivalStore } from '../../../ports/arrival/arrival-store.ts'
import type { DiscardableState } from '../../../ports/arrival/kept-arrival-store.ts'
import type { DiscardArrivals } from '../../../use-cases/arrival/discard-arrivals.ts'
import type { EditArrival } from '../../../use-cases/arrival/edit-arrival.ts'
import type { SearchArrivals } from '../../../use-cases/arrival/search-arrivals.ts'
import { listBody, momentIn, type PageQuery, pageOfQuery, pageQuery, uuid } from '../forms.ts'
import { entityTag } from '../request/revision.ts'
import { type Route, route } from '../route.ts'
import {
  arrivalSchema,
  arrivalWithBodySchema,
  exampleArrival,
  exampleArrivalWithBody,
  presentArrival,
  presentKept,
} from './arrival-presenter.ts'

export interface WaitingOptions {
  readonly arrivals: ArrivalStore
  readonly searchArrivals: SearchArrivals
  readonly discardArrivals: DiscardArrivals
  readonly editArrival: EditArrival
}

interface SearchQuery extends PageQuery {
  readonly contains: string
  readonly dataTableId?: string
  readonly state?: Exclude<ArrivalState, 'accepted'>
  readonly code?: string
  readonly shape?: string
  readonly until?: string
}

interface DiscardQuery {
  readonly dataTableId: string
  readonly arrivalIds?: readonly string[]
  readonly state?: DiscardableState
  readonly code?: string
  readonly shape?: string
  readonly all?: true
}

interface EditBody {
  readonly body: string
  readonly contentType?: string
}

const keptStates = arrivalStates.filter((state) => state !== 'accepted')
const code = Joi.string().max(64).description('Only arrivals with this first reason.')
const shape = Joi.string().max(64).description('Only arrivals whose bodies have this shape.')
/**
 * The largest body of an edit in bytes: twice the largest arrival, because JSON escapes some of its
 * characters.
 */
const editLimit = 2 * bodyBounds.bytes

const common = { tag: 'Arrivals', auth: { kind: 'session' } } as const
const ofArrival = Joi.object({ arrivalId: Joi.string().max(64).required().description('The arrival.') })

/** Returns the routes that discard, edit and search held and refused arrivals. */
export function waitingRoutes({
  arrivals,
  searchArrivals,
  discardArrivals,
  editArrival,
}: WaitingOptions): Route[] {
  return [
    route<unknown, undefined, SearchQuery>({
      ...common,
      method: 'GET',
      path: '/arrivals/search',
      summary: 'Search the bodies of arrivals',
      description:
        'Finds arrivals whose body holds a text, newest first. Bodies are encrypted at rest, so each of them is opened and read: an answer looks at up to 2,000 arrivals, 16 MB and one second, and its `nextCursor` goes on from there. A page may therefore be empty although more follow.',
      takesLong: true,
      query: Joi.object<SearchQuery>({
        contains: Joi.string()
          .min(2)
          .max(200)
          .required()
          .description('The text, in any case: part of a key or a value.'),
        dataTableId: uuid.description('Only arrivals of this table.'),
        state: Joi.valid(...keptStates),
        code,
        shape,
        until: momentIn.description('Only arrivals received at this time or before.'),
        ...pageQuery,
      }),
      responses: {
        200: {
          description: 'A page of arrivals.',
          schema: Joi.object({
            items: Joi.array().items(arrivalSchema).required(),
            nextCursor: Joi.string().allow(null).required(),
            searched: Joi.number()
              .integer()
              .required()
              .description('Number of arrivals that this answer has looked at.'),
          }).meta({ named: 'FoundArrivals' }),
          example: { items: [exampleArrival], nextCursor: null, searched: 212 },
        },
      },
      errors: [],
      handle: async ({ signedIn: { user }, query, giveWay }) => {
        const { contains, dataTableId = null, state = null, until } = query
        const filter = { dataTableId, state, code: query.code ?? null, shape: query.shape ?? null }
        const page = pageOfQuery(query)
        const after = page.after ?? (until === undefined ? null : keyUntil(new Date(until)))
        const { searched, ...list } = await searchArrivals.execute(
          user.organizationId,
          filter,
          contains,
          { ...page, after },
          giveWay,
        )
        return { status: 200, body: { ...listBody(list, presentArrival), searched } }
      },
    }),
    route<unknown, undefined>({
      ...common,
      method: 'GET',
      path: '/arrivals/room',
      summary: 'See how much room held arrivals leave',
      description:
        'Held arrivals of an organization share one room. While its level is `low`, 80 % or more of it is taken; once it is `full`, open tables answer 503 until some arrivals are admitted or discarded. Other arrivals give way to held ones.',
      responses: {
        200: {
          description: 'The room.',
          schema: Joi.object({
            level: Joi.valid(...roomLevels).required(),
            heldBytes: Joi.number()
              .integer()
              .required()
              .description('Bytes of arrivals that are held, packed.'),
            otherBytes: Joi.number()
              .integer()
              .required()
              .description('Bytes of arrivals that were refused or ignored, packed.'),
            limitBytes: Joi.number().integer().required().description('Bytes that all of them may take.'),
          }).meta({ named: 'ArrivalRoom' }),
          example: {
            level: 'low',
            heldBytes: 224_395_264,
            otherBytes: 41_200_128,
            limitBytes: 268_435_456,
          },
        },
      },
      errors: [],
      handle: async ({ signedIn: { user } }) => {
        const room = await arrivals.room(user.organizationId)
        return { status: 200, body: { level: roomLevelOf(room), ...room } }
      },
    }),
    route<unknown, undefined, DiscardQuery>({
      ...common,
      method: 'DELETE',
      path: '/arrivals',
      summary: 'Discard arrivals',
      description:
        'Deletes arrivals of a table that are held, were refused or were ignored, with their bodies, for good. `state` is `held` unless it is given. One of the other parameters has to say which; `all=true` means all of the state. A delivery that its sender repeats later stays a repeat.',
      takesLong: true,
      query: Joi.object<DiscardQuery>({
        dataTableId: uuid.required().description('The table.'),
        arrivalIds: Joi.array()
          .items(uuid)
          .single()
          .min(1)
          .max(200)
          .description('Only arrivals with these ids.'),
        state: Joi.valid(...keptStates).description('Only arrivals in this state.'),
        code,
        shape,
        all: Joi.boolean().valid(true).description('All arrivals in the state.'),
      }).or('arrivalIds', 'code', 'shape', 'all'),
      responses: {
        200: {
          description: 'The number of arrivals that are gone.',
          schema: Joi.object({ discarded: Joi.number().integer().required() }).meta({
            named: 'ArrivalsDiscarded',
          }),
          example: { discarded: 212 },
        },
      },
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, query, by, giveWay }) => {
        const { dataTableId, arrivalIds, state = 'held', code: reason, shape: built } = query
        const wanted = {
          ...(arrivalIds === undefined ? {} : { arrivalIds }),
          ...(reason === undefined ? {} : { code: reason }),
          ...(built === undefined ? {} : { shape: built }),
        }
        const { organizationId } = user
        const command = { organizationId, dataTableId, ...wanted, states: [state], by: by() }
        return { status: 200, body: { discarded: await discardArrivals.execute(command, giveWay) } }
      },
    }),
    route<{ arrivalId: string }, undefined>({
      ...common,
      method: 'DELETE',
      path: '/arrivals/{arrivalId}',
      summary: 'Discard an arrival',
      description:
        'Deletes an arrival that is held, was refused or was ignored, with its body, for good. The records of an accepted arrival are deleted in their table.',
      params: ofArrival,
      responses: { 204: { description: 'It is gone.' } },
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: async ({ signedIn: { user }, params: { arrivalId }, by }) => {
        await discardArrivals.one(user.organizationId, arrivalId, by())
        return { status: 204 }
      },
    }),
    route<{ arrivalId: string }, EditBody>({
      ...common,
      method: 'PATCH',
      path: '/arrivals/{arrivalId}',
      summary: 'Edit the body of an arrival',
      description:
        'Replaces the body of an arrival that is held or was refused, and answers with the reasons why the new body does not fit; none if it would go in now. It goes in by `POST /arrivals/admit` like any other. The headers, the delivery id and the digest of what came stay, and `edited` says who edited it. If some of its records are in the table already, the new body keeps the number and the order of its records.',
      params: ofArrival,
      conditional: true,
      body: {
        schema: Joi.object<EditBody>({
          body: Joi.string().max(bodyBounds.bytes, 'utf8').required().description('The new body, as text.'),
          contentType: Joi.string()
            .max(200)
            .pattern(/^[\x20-\x7e]+$/)
            .description('The content type of the new body, if it is another one.'),
        }),
        limit: editLimit,
        examples: {
          column: {
            summary: 'A column by its right name',
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
        if (editor.kind !== 'person') throw new DomainError('FORBIDDEN')
        const edited = await editArrival.execute({
          organizationId: user.organizationId,
          arrivalId,
          bytes: Buffer.from(body.body),
          ...(body.contentType === undefined ? {} : { contentType: body.contentType }),
          revision,
          by: editor,
        })
        return { status: 200, body: presentKept(edited), headers: entityTag(edited) }
      },
    }),
  ]
}
