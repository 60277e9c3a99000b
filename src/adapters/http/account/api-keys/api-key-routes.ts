import Joi from 'joi'
import { maxAllowedNetworks } from '../../../../domain/account/api-keys/allowed-networks.ts'
import { maxKeyRefusals } from '../../../../domain/account/api-keys/key-refusal.ts'
import { type Scope, scopes } from '../../../../domain/account/api-keys/scope.ts'
import { closestName } from '../../../../domain/text/closest-name.ts'
import type { CreatedApiKey } from '../../../../use-cases/account/api-keys/api-keys.ts'
import {
  emptyResponse,
  givenName,
  idInPath,
  listAnswer,
  listResponse,
  momentIn,
  noContent,
  orNotFound,
  type PageQuery,
  pageOfQuery,
  pageQuery,
  smallBody,
  uuid,
} from '../../forms.ts'
import type { Answer } from '../../response.ts'
import { previousUntilOf, type RotationBody, rotationOf } from '../../rotation-form.ts'
import { adminsOnly, editorsOnly, type Route, route } from '../../route.ts'
import type { Services } from '../../services.ts'
import {
  apiKeySchema,
  exampleApiKey,
  exampleRefusal,
  keyRefusalSchema,
  newApiKeySchema,
  scopesMean,
} from './api-key-presenter.ts'

const maxRequestsPerSecond = 100_000
const maxProjects = 100

/** The form of a scope in a request. The error for an unknown scope names all scopes and the nearest one. */
const scopeForm = Joi.string()
  .max(64)
  .custom((sent: string, helpers) => {
    if ((scopes as readonly string[]).includes(sent)) return sent
    const nearest = closestName(sent, scopes)
    const hint = nearest === null ? '' : `; did you mean "${nearest}"?`
    const message = `must be one of ${scopes.join(', ')}${hint}`
    return helpers.error('any.custom', { ownRule: { code: 'UNKNOWN_SCOPE', message } })
  })
  .meta({ enum: scopes, maxLength: undefined })
const rotation = rotationOf({ replaced: 'key', defaultSeconds: 0, maxSeconds: 7 * 24 * 60 * 60 })
const params = Joi.object({ apiKeyId: idInPath('The id of the API key, a UUID.') })
const common = { tag: 'API keys', auth: editorsOnly } as const
const forAdmins = { tag: 'API keys', auth: adminsOnly } as const

const created = {
  description: 'The API key with its secret. The secret is never shown again.',
  schema: newApiKeySchema,
  example: { ...exampleApiKey, lastUsedAt: null, secret: 'svc_…' },
}

interface NewKey {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly expiresAt?: string | null
  readonly requestsPerSecond?: number | null
  readonly projectIds?: readonly string[] | null
  readonly allowedNetworks?: readonly string[] | null
}

export function apiKeyRoutes(services: Services): Route[] {
  return [
    listApiKeysRoute(services),
    getApiKeyRoute(services),
    listRefusalsRoute(services),
    createApiKeyRoute(services),
    revokeApiKeyRoute(services),
    rotateApiKeyRoute(services),
  ]
}

function listApiKeysRoute({ apiKeyStore }: Services): Route {
  return route<unknown, undefined, PageQuery>({
    ...common,
    method: 'GET',
    path: '/api-keys',
    operationId: 'apiKeys.list',
    summary: 'List API keys',
    description: 'Returns all API keys, oldest first, including revoked and expired keys.',
    query: Joi.object(pageQuery),
    responses: { 200: listResponse('A page of API keys.', apiKeySchema, exampleApiKey) },
    handle: async ({ signedIn, query }) =>
      listAnswer(await apiKeyStore.list(signedIn.user.organizationId, pageOfQuery(query))),
  })
}

function getApiKeyRoute({ apiKeyStore }: Services): Route {
  return route<{ apiKeyId: string }, undefined>({
    ...common,
    method: 'GET',
    path: '/api-keys/{apiKeyId}',
    operationId: 'apiKeys.get',
    summary: 'See an API key',
    description:
      'Returns an API key with its scopes, its limits and the time of its last use. The secret is never shown again.',
    params,
    responses: {
      200: {
        description: 'The API key with its limits and its last use.',
        schema: apiKeySchema,
        example: exampleApiKey,
      },
    },
    errors: ['NOT_FOUND'],
    handle: async ({ signedIn: { user }, params: { apiKeyId } }) => ({
      status: 200,
      body: orNotFound(await apiKeyStore.find(user.organizationId, apiKeyId), 'API key not found'),
    }),
  })
}

function listRefusalsRoute({ apiKeyStore }: Services): Route {
  return route<{ apiKeyId: string }, undefined>({
    ...common,
    method: 'GET',
    path: '/api-keys/{apiKeyId}/refusals',
    operationId: 'apiKeys.listRefusals',
    listsWhole: true,
    summary: 'List the refused requests of an API key',
    description: `Returns the latest ${maxKeyRefusals} requests with the key that were refused (status 400 to 499), newest first, to find the fault of a program. A refusal appears within ten seconds. Older refusals are deleted.`,
    params,
    responses: {
      200: listResponse('A page of refused requests.', keyRefusalSchema, exampleRefusal),
    },
    errors: ['NOT_FOUND'],
    handle: async ({ signedIn: { user }, params: { apiKeyId } }) => {
      orNotFound(await apiKeyStore.find(user.organizationId, apiKeyId), 'API key not found')
      const items = await apiKeyStore.refusals(user.organizationId, apiKeyId)
      return listAnswer({ items: [...items], next: null })
    },
  })
}

/** The body of a request that creates an API key, with examples. */
const newKeyBody = {
  schema: Joi.object({
    name: givenName.required().description('The name of the key, 1 to 200 characters, for people.'),
    scopes: Joi.array()
      .items(scopeForm)
      .min(1)
      .max(scopes.length)
      .unique()
      .required()
      .description(scopesMean),
    expiresAt: momentIn
      .allow(null)
      .description(
        'The time from which the key is refused (ISO 8601), in the future. `null` or absent for a key that never expires.',
      ),
    requestsPerSecond: Joi.number()
      .integer()
      .min(1)
      .max(maxRequestsPerSecond)
      .allow(null)
      .description(
        'The number of requests a second that are accepted with this key, 1 to 100,000, within the limit of the plan. A burst of up to ten seconds’ worth is accepted. `null` or absent for no limit of its own.',
      ),
    projectIds: Joi.array()
      .items(uuid)
      .min(1)
      .max(maxProjects)
      .unique()
      .allow(null)
      .description(
        `The ids of the projects to which the key is limited, 1 to ${maxProjects}. Everything outside them is answered as if it did not exist, also what belongs to the whole organization, such as senders, suppressions and usage. \`null\` or absent for the whole organization. It cannot be changed later.`,
      ),
    allowedNetworks: Joi.array()
      .items(Joi.string().max(64))
      .min(1)
      .max(maxAllowedNetworks)
      .allow(null)
      .description(
        `The networks from which the key is accepted, 1 to ${maxAllowedNetworks}, in CIDR notation, such as \`203.0.113.0/24\` or \`2001:db8::/32\`. A request from another address is refused like one with an unknown key. \`null\` or absent for any address. It cannot be changed later.`,
      ),
  }),
  limit: smallBody,
  examples: {
    crm: { summary: 'For a CRM', value: { name: 'CRM', scopes: ['ingest', 'trigger'] } },
    temporary: {
      summary: 'A key that expires',
      value: { name: 'Migration', scopes: ['ingest'], expiresAt: '2026-12-31T23:59:59Z' },
    },
    limited: {
      summary: 'A key for one network, which only reads',
      value: { name: 'Reports', scopes: ['jobs:read'], allowedNetworks: ['203.0.113.0/24'] },
    },
  },
}

function createApiKeyRoute(services: Services): Route {
  const { apiKeys } = services
  return route<unknown, NewKey>({
    ...forAdmins,
    method: 'POST',
    path: '/api-keys',
    operationId: 'apiKeys.create',
    summary: 'Create an API key',
    description:
      'Creates an API key. Requires at least the role admin. The response contains the secret, which is never shown again. Refused with PLAN_LIMIT if the plan does not include API keys, and with VALIDATION_FAILED if `expiresAt` is in the past.',
    body: newKeyBody,
    responses: { 201: created },
    errors: ['PLAN_LIMIT'],
    handle: async ({ signedIn: { session, user }, body, requester }) => {
      const { organizationId } = user
      const expiresAt = typeof body.expiresAt === 'string' ? new Date(body.expiresAt) : null
      const { name, scopes: wanted, requestsPerSecond = null } = body
      const { projectIds = null, allowedNetworks = null } = body
      const key = await apiKeys.create(requester(), {
        name,
        scopes: wanted,
        expiresAt,
        requestsPerSecond,
        projectIds,
        allowedNetworks,
        sessionId: session.id,
      })
      return shown(services, organizationId, key)
    },
  })
}

function revokeApiKeyRoute({ apiKeys }: Services): Route {
  return route<{ apiKeyId: string }, undefined>({
    ...forAdmins,
    method: 'DELETE',
    path: '/api-keys/{apiKeyId}',
    operationId: 'apiKeys.delete',
    summary: 'Revoke an API key',
    description:
      'Requires at least the role admin. Revokes an API key: the next request with the key is refused in every process.',
    params,
    responses: { 204: emptyResponse },
    errors: ['NOT_FOUND'],
    handle: async ({ params: { apiKeyId }, requester }) => {
      await apiKeys.revoke(requester(), apiKeyId)
      return noContent
    },
  })
}

function rotateApiKeyRoute(services: Services): Route {
  const { apiKeys } = services
  return route<{ apiKeyId: string }, RotationBody>({
    ...forAdmins,
    method: 'POST',
    path: '/api-keys/{apiKeyId}/rotate',
    operationId: 'apiKeys.rotate',
    summary: 'Rotate an API key',
    description:
      'Requires at least the role admin. Creates a new key with the same name, scopes and expiry, so that a secret can be replaced without a pause. The old key works for another `graceSeconds` seconds; without them it stops at once. Refused with CONFLICT if the old key was rotated or revoked before, or has expired.',
    params,
    body: rotation.body,
    responses: {
      201: {
        ...created,
        schema: newApiKeySchema
          .keys({ previousUntil: previousUntilOf('key') })
          .description('A new API key with its secret, and the end of the key that it replaces.')
          .meta({ named: 'RotatedApiKey' }),
        example: { ...created.example, previousUntil: null },
      },
    },
    errors: ['NOT_FOUND', 'CONFLICT', 'PLAN_LIMIT'],
    handle: async ({ signedIn: { session, user }, params: { apiKeyId }, body, requester }) => {
      const { organizationId } = user
      const terms = { graceSeconds: rotation.graceSecondsIn(body), sessionId: session.id }
      return shown(services, organizationId, await apiKeys.rotate(requester(), apiKeyId, terms))
    },
  })
}

async function shown(
  { apiKeyStore }: Services,
  organizationId: string,
  { id, ...further }: CreatedApiKey,
): Promise<Answer> {
  const key = orNotFound(await apiKeyStore.find(organizationId, id), 'API key not found')
  return { status: 201, body: { ...key, ...further } }
}
