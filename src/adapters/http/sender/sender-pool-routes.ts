import Joi from 'joi'
import { maxSenderPools } from '../../../domain/sender/sender-pool.ts'
import type { SenderPools, SenderPoolWords } from '../../../use-cases/sender/pacing/sender-pools.ts'

import {
  createdAtOf,
  emptyResponse,
  givenName,
  idInPath,
  idOf,
  listResponse,
  noContent,
  smallBody,
  uuid,
} from '../forms.ts'
import { entityTag } from '../request/revision.ts'
import type { Answer } from '../response.ts'
import { adminsOnly, type Route, route } from '../route.ts'
import type { Services } from '../services.ts'

const example = {
  id: '01936f54-9c1d-7a2e-8b3f-4c5d6e7f8091',
  name: 'Microsoft tenant of example.com',
  maxPerDay: 12_005,
  used: 340,
  senderIds: ['01936f54-1a2b-7c3d-8e4f-5a6b7c8d9e0f'],
  createdAt: '2026-11-20T09:00:00.000Z',
  revision: 1,
}
const nameText = 'The name of the pool, 1 to 200 characters.'
const limitForm = Joi.number().integer().min(1).max(10_000_000)
const limitText =
  'The highest number of messages that the senders of the pool send together in any 24 hours, 1 to 10,000,000.'

const schema = Joi.object({
  id: idOf('the pool'),
  name: givenName.required().description(nameText),
  maxPerDay: limitForm.required().description(limitText),
  used: Joi.number()
    .integer()
    .required()
    .description('The number of messages that the senders of the pool have sent in the last 24 hours.'),
  senderIds: Joi.array()
    .items(uuid.description('The id of a sender.'))
    .required()
    .description('The ids of the senders of the pool. `poolId` of a sender changes its pool.'),
  createdAt: createdAtOf('the pool'),
  revision: Joi.number()
    .integer()
    .required()
    .description('The revision of the pool, which each change increases; also in the header `ETag`.'),
})
  .description(
    'A limit for 24 hours that several senders share, such as the senders of one Microsoft tenant.',
  )
  .meta({ named: 'SenderPool' })

const response = { description: 'The pool with its limit, its use and its senders.', schema, example }
const params = Joi.object({ poolId: idInPath('The id of the pool, a UUID.') })
const common = { tag: 'Senders' } as const

export function senderPoolRoutes({ senderPools }: Services): Route[] {
  return [
    listRoute(senderPools),
    createRoute(senderPools),
    getRoute(senderPools),
    changeRoute(senderPools),
    deleteRoute(senderPools),
  ]
}

function listRoute(senderPools: SenderPools): Route {
  return route<unknown, undefined>({
    ...common,
    auth: { kind: 'session' },
    method: 'GET',
    path: '/sender-pools',
    operationId: 'senderPools.list',
    listsWhole: true,
    scope: 'senders:read',
    summary: 'List the pools of senders',
    description: `Returns the pools of the organization, oldest first. An organization has at most ${maxSenderPools}.`,
    responses: { 200: listResponse('A page of the pools.', schema, example) },
    handle: async ({ caller }) => {
      const pools = await senderPools.list(caller.organizationId)
      return { status: 200, body: { items: pools } }
    },
  })
}

function createRoute(senderPools: SenderPools): Route {
  return route<unknown, SenderPoolWords>({
    ...common,
    auth: adminsOnly,
    method: 'POST',
    path: '/sender-pools',
    operationId: 'senderPools.create',
    summary: 'Create a pool of senders',
    description: `Creates a limit that several senders share. Requires at least the role admin. Add senders with \`poolId\` of \`PATCH /senders/{senderId}\`. Refused with CONFLICT if there are already ${maxSenderPools} pools.`,
    body: {
      schema: Joi.object({
        name: givenName.required().description(nameText),
        maxPerDay: limitForm.required().description(limitText),
      }),
      limit: smallBody,
      examples: {
        tenant: {
          summary: 'A Microsoft tenant with 10 licences',
          value: { name: example.name, maxPerDay: example.maxPerDay },
        },
      },
    },
    responses: { 201: response },
    errors: ['CONFLICT'],
    handle: async ({ caller, body, requester }) => {
      const poolId = await senderPools.create(requester(), body)
      return shown(senderPools, 201, caller.organizationId, poolId)
    },
  })
}

function getRoute(senderPools: SenderPools): Route {
  return route<{ poolId: string }, undefined>({
    ...common,
    auth: { kind: 'session' },
    method: 'GET',
    path: '/sender-pools/{poolId}',
    operationId: 'senderPools.get',
    scope: 'senders:read',
    summary: 'See a pool of senders',
    description: 'Returns the limit of a pool, its use in the last 24 hours and its senders.',
    params,
    responses: { 200: response },
    errors: ['NOT_FOUND'],
    handle: ({ caller, params: { poolId } }) => shown(senderPools, 200, caller.organizationId, poolId),
  })
}

function changeRoute(senderPools: SenderPools): Route {
  return route<{ poolId: string }, Partial<SenderPoolWords>>({
    ...common,
    auth: adminsOnly,
    method: 'PATCH',
    path: '/sender-pools/{poolId}',
    operationId: 'senderPools.update',
    summary: 'Edit a pool of senders',
    description:
      'Changes the name or the limit of a pool, from the next message on. Requires at least the role admin. Omitted fields stay as they are. Recipients that wait for senders of the pool are checked again.',
    params,
    body: {
      schema: Joi.object({
        name: givenName.description(nameText),
        maxPerDay: limitForm.description(limitText),
      }),
      limit: smallBody,
      examples: { limit: { summary: 'The limit of 100 licences', value: { maxPerDay: 22_059 } } },
    },
    responses: { 200: response },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { poolId }, body: changes, revision, requester }) => {
      await senderPools.change(requester(), { poolId, changes, revision })
      return shown(senderPools, 200, caller.organizationId, poolId)
    },
  })
}

function deleteRoute(senderPools: SenderPools): Route {
  return route<{ poolId: string }, undefined>({
    ...common,
    auth: adminsOnly,
    method: 'DELETE',
    path: '/sender-pools/{poolId}',
    operationId: 'senderPools.delete',
    summary: 'Delete a pool of senders',
    description:
      'Deletes a pool. Requires at least the role admin. Its senders stay, without a pool, and recipients that wait for them are checked again.',
    params,
    responses: { 204: emptyResponse },
    errors: ['NOT_FOUND'],
    handle: async ({ params: { poolId }, requester }) => {
      await senderPools.delete(requester(), poolId)
      return noContent
    },
  })
}

async function shown(
  senderPools: SenderPools,
  status: number,
  organizationId: string,
  poolId: string,
): Promise<Answer> {
  const pool = await senderPools.find(organizationId, poolId)
  return { status, body: pool, headers: entityTag(pool) }
}
