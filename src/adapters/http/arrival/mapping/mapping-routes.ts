import Joi from 'joi'
import { bodyBounds, type Decoded } from '../../../../domain/arrival/mapping/decoded.ts'
import { type Mapping, mappingBounds } from '../../../../domain/arrival/mapping/mapping.ts'
import type { MappingChanges } from '../../../../use-cases/arrival/mapping/mappings.ts'

import {
  emptyResponse,
  idInPath,
  listAnswer,
  listResponse,
  noContent,
  orNotFound,
  uuid,
} from '../../forms.ts'
import { entityTag } from '../../request/revision.ts'
import type { Answer } from '../../response.ts'
import { everyRole, type Route, route } from '../../route.ts'
import type { Services } from '../../services.ts'
import { mappingForms, wholeMapping } from './mapping-forms.ts'
import {
  exampleMapping,
  exampleProposal,
  exampleStoredMapping,
  mappingSchema,
  presentMapping,
  presentProposal,
  proposalSchema,
} from './mapping-presenter.ts'

/** The largest request body with a mapping in bytes. It is enough for 200 fields with all of their paths. */
const mappingBody = 1024 * 1024
const position = Joi.number()
  .integer()
  .min(0)
  .max(mappingBounds.perTable)
  .description(
    `The position among the mappings of the table, from 0 to ${mappingBounds.perTable}. Mappings are tried in this order.`,
  )

/**
 * A mapping as a client sends it in a request. The path of the delivery id or of the version time may be
 * null, which means that there is none.
 */
type SentMapping = Omit<Mapping, 'deliveryId' | 'versionTime'> &
  Pick<MappingChanges, 'deliveryId' | 'versionTime'> & {
    readonly position?: number
    readonly createColumns: boolean
  }

interface Proposed {
  readonly arrivalIds?: readonly string[]
  readonly format?: string
  readonly bodies?: readonly Decoded[]
}

const ofTable = Joi.object({ dataTableId: idInPath('The id of the data table, a UUID.') })
const params = Joi.object({ mappingId: idInPath('The id of the mapping, a UUID.') })
const response = {
  description: 'The mapping with its position and version.',
  schema: mappingSchema,
  example: exampleStoredMapping,
}
const common = { tag: 'Mappings', auth: { kind: 'session' } } as const

export function mappingRoutes(services: Services): Route[] {
  return [
    listMappingsRoute(services),
    createMappingRoute(services),
    proposeMappingRoute(services),
    getMappingRoute(services),
    changeMappingRoute(services),
    deleteMappingRoute(services),
  ]
}

function listMappingsRoute({ mappingStore, dataTableStore }: Services): Route {
  return route<{ dataTableId: string }, undefined>({
    ...common,
    method: 'GET',
    path: '/data-tables/{dataTableId}/mappings',
    operationId: 'mappings.list',
    listsWhole: true,
    scope: 'tables:read',
    summary: 'List the mappings of a data table',
    description: `Returns the mappings in the order in which they are tried; the first mapping that fits a body is used. A table has at most ${mappingBounds.perTable} mappings.`,
    params: ofTable,
    responses: {
      200: listResponse(
        'The mappings of the data table, in their order.',
        mappingSchema,
        exampleStoredMapping,
      ),
    },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { dataTableId } }) => {
      orNotFound(await dataTableStore.find(caller.organizationId, dataTableId), 'Data table not found')
      return listAnswer({ items: [...(await mappingStore.of(dataTableId))], next: null }, presentMapping)
    },
  })
}

function createMappingRoute(services: Services): Route {
  const { mappings } = services
  return route<{ dataTableId: string }, SentMapping>({
    ...common,
    method: 'POST',
    path: '/data-tables/{dataTableId}/mappings',
    operationId: 'mappings.create',
    scope: 'tables:write',
    summary: 'Create a mapping',
    description:
      'Creates a rule that turns bodies of one format into records of the table. An open table (`acceptsAnyFormat` is true) uses it for new arrivals at once; held or refused arrivals use it when they are admitted (`POST /arrivals/admit`). If several mappings fit a body, the first is used. `POST /data-tables/{dataTableId}/mappings/propose` proposes a mapping. Refused with CONFLICT if the table already has 50 mappings, or if it updates records while the match columns of the table are being changed, and with VALIDATION_FAILED if a field fills a column that the table lacks.',
    params: ofTable,
    body: {
      schema: Joi.object({
        ...wholeMapping,
        position: position.description(
          'The position among the mappings of the table, from 0; after all others by default.',
        ),
        createColumns: Joi.boolean()
          .default(false)
          .description(
            'Whether a table without columns gets a new column for each entry of `fields` in the mapping; false by default. Without it, such a table is refused with `TABLE_HAS_NO_SCHEMA`.',
          ),
      }),
      limit: mappingBody,
      examples: { hubspot: { summary: 'A contact of HubSpot', value: exampleMapping } },
    },
    responses: { 201: response },
    errors: ['NOT_FOUND', 'CONFLICT', 'TABLE_HAS_NO_SCHEMA'],
    handle: async ({ caller, params: { dataTableId }, body, requester }) => {
      const { position: place = null, createColumns: createsColumns, deliveryId, versionTime, ...rest } = body
      const mapping: Mapping = {
        ...rest,
        ...(deliveryId == null ? {} : { deliveryId }),
        ...(versionTime == null ? {} : { versionTime }),
      }
      const order = { dataTableId, mapping, position: place, createsColumns }
      return shown(services, 201, caller.organizationId, await mappings.create(requester(), order))
    },
  })
}

function proposeMappingRoute({ proposeMapping }: Services): Route {
  return route<{ dataTableId: string }, Proposed>({
    ...common,
    auth: everyRole,
    method: 'POST',
    path: '/data-tables/{dataTableId}/mappings/propose',
    operationId: 'mappings.propose',
    idempotent: false,
    scope: 'arrivals:read',
    summary: 'Propose a mapping',
    description:
      'Proposes which value fills which column, and returns how many records would be admitted. The proposal is based on held bodies (of one format, of the given arrivals, or the newest), or on bodies in the request. Bodies with the code UNVERIFIED or INVALID_SIGNATURE are used only by `arrivalIds`. For a table without columns, new columns are proposed. Refused with NOT_FOUND if there is no such body. Changes nothing.',
    params: ofTable,
    takesLong: true,
    body: {
      schema: Joi.object({
        arrivalIds: Joi.array()
          .items(uuid)
          .min(1)
          .max(100)
          .description('The ids of the held arrivals from whose bodies the mapping is proposed, 1 to 100.'),
        format: Joi.string()
          .max(64)
          .description(
            'The format of the held bodies from which the mapping is proposed, as `format` of an arrival names it.',
          ),
        bodies: Joi.array()
          .items(Joi.any())
          .min(1)
          .max(20)
          .description(
            'Sample bodies, 1 to 20, as JSON, or as text exactly as the source (a CRM, form or script) sends them.',
          ),
      }),
      limit: bodyBounds.bytes,
      examples: {
        format: { summary: 'From the held arrivals of one format', value: { format: '62da547c7e249759' } },
        body: { summary: 'From a sample body', value: { bodies: [{ Email: 'jane@example.com' }] } },
      },
    },
    responses: {
      200: {
        description: 'The proposed mapping with its expected effect.',
        schema: proposalSchema,
        example: exampleProposal,
      },
    },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { dataTableId }, body, yieldToOthers }) => {
      const command = { organizationId: caller.organizationId, dataTableId, ...body }
      return { status: 200, body: presentProposal(await proposeMapping.execute(command, yieldToOthers)) }
    },
  })
}

function getMappingRoute(services: Services): Route {
  return route<{ mappingId: string }, undefined>({
    ...common,
    method: 'GET',
    path: '/mappings/{mappingId}',
    operationId: 'mappings.get',
    scope: 'tables:read',
    summary: 'See a mapping',
    description:
      'Returns the mapping as it now applies to arriving bodies, with its position and version number. Earlier versions are not returned.',
    params,
    responses: { 200: response },
    errors: ['NOT_FOUND'],
    handle: ({ caller, params: { mappingId } }) => shown(services, 200, caller.organizationId, mappingId),
  })
}

function changeMappingRoute(services: Services): Route {
  const { mappings } = services
  return route<{ mappingId: string }, MappingChanges>({
    ...common,
    method: 'PATCH',
    path: '/mappings/{mappingId}',
    operationId: 'mappings.update',
    scope: 'tables:write',
    summary: 'Change a mapping',
    description:
      'Creates the next version of the mapping. It applies to bodies that arrive or are admitted from now on; existing records stay as they are.',
    params,
    body: {
      schema: Joi.object({ ...mappingForms, position }),
      limit: mappingBody,
      examples: { action: { summary: 'Update existing records', value: { action: 'upsert' } } },
    },
    responses: { 200: response },
    errors: ['NOT_FOUND', 'CONFLICT', 'TABLE_HAS_NO_SCHEMA'],
    handle: async ({ caller, params: { mappingId }, body: changes, revision, requester }) => {
      const { organizationId } = caller
      await mappings.change(requester(), { mappingId, changes, revision })
      return shown(services, 200, organizationId, mappingId)
    },
  })
}

function deleteMappingRoute({ mappings }: Services): Route {
  return route<{ mappingId: string }, undefined>({
    ...common,
    method: 'DELETE',
    path: '/mappings/{mappingId}',
    operationId: 'mappings.delete',
    scope: 'tables:write',
    summary: 'Delete a mapping',
    description:
      'Deletes the mapping. The records that it made stay. An open table (`acceptsAnyFormat` is true) then holds new bodies that fit no other mapping.',
    params,
    responses: { 204: emptyResponse },
    errors: ['NOT_FOUND'],
    handle: async ({ params: { mappingId }, requester }) => {
      await mappings.delete(requester(), mappingId)
      return noContent
    },
  })
}

async function shown(
  { mappingStore }: Services,
  status: number,
  organizationId: string,
  mappingId: string,
): Promise<Answer> {
  const mapping = orNotFound(await mappingStore.find(organizationId, mappingId), 'Mapping not found')
  return {
    status,
    body: presentMapping(mapping),
    headers: entityTag({ revision: mapping.version }),
  }
}
