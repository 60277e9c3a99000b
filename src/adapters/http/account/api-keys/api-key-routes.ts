import Joi from 'joi'
import { type Scope, scopes } from '../../../../domain/account/api-keys/scope.ts'
import type { ApiKeyQueries } from '../../../../ports/account/api-key-queries.ts'
import type { CreateApiKey, CreatedApiKey } from '../../../../use-cases/account/api-keys/create-api-key.ts'
import type { RevokeApiKey } from '../../../../use-cases/account/api-keys/revoke-api-key.ts'
import type { RotateApiKey } from '../../../../use-cases/account/api-keys/rotate-api-key.ts'
import {
  found,
  givenName,
  idInPath,
  listAnswer,
  listResponse,
  momentIn,
  noContent,
  nothing,
  type PageQuery,
  pageOfQuery,
  pageQuery,
  smallBody,
} from '../../forms.ts'
import { type Answer, adminsOnly, editorsOnly, type Route, route } from '../../route.ts'
import { apiKeySchema, exampleApiKey, newApiKeySchema, presentApiKey } from './api-key-presenter.ts'

export interface ApiKeyOptions {
  readonly createApiKey: CreateApiKey
  readonly revokeApiKey: RevokeApiKey
  readonly rotateApiKey: RotateApiKey
  readonly apiKeys: ApiKeyQueries
}

const mostRequestsPerSecond = 100_000
const aWeek = 7 * 24 * 60 * 60
const params = Joi.object({ apiKeyId: idInPath('The API key.') })
const common = { tag: 'API keys', auth: editorsOnly } as const
const forAdmins = { tag: 'API keys', auth: adminsOnly } as const

const created = {
  description: 'The key with its secret, which is shown this once.',
  schema: newApiKeySchema,
  example: { ...exampleApiKey, lastUsedAt: null, secret: 'svc_…' },
}

interface NewKey {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly expiresAt?: string | null
  readonly requestsPerSecond?: number | null
}

export function apiKeyRoutes(options: ApiKeyOptions): Route[] {
  const { createApiKey, revokeApiKey, rotateApiKey, apiKeys } = options
  return [
    route<unknown, undefined, PageQuery>({
      ...common,
      method: 'GET',
      path: '/api-keys',
      summary: 'List API keys',
      description: 'The oldest first, also those that were revoked or have expired.',
      query: Joi.object(pageQuery),
      responses: { 200: listResponse('A page of API keys.', apiKeySchema, exampleApiKey) },
      errors: [],
      handle: async ({ signedIn, query }) =>
        listAnswer(await apiKeys.list(signedIn.user.organizationId, pageOfQuery(query)), presentApiKey),
    }),
    route<unknown, NewKey>({
      ...forAdmins,
      method: 'POST',
      path: '/api-keys',
      summary: 'Create an API key',
      description: 'For admins. Its secret is in this answer and never shown again.',
      body: {
        schema: Joi.object({
          name: givenName.required(),
          scopes: Joi.array()
            .items(Joi.valid(...scopes))
            .min(1)
            .max(scopes.length)
            .unique()
            .required(),
          expiresAt: momentIn.allow(null),
          requestsPerSecond: Joi.number()
            .integer()
            .min(1)
            .max(mostRequestsPerSecond)
            .allow(null)
            .description('What one sender may take of the plan’s rate. Ten seconds’ worth may come at once.'),
        }),
        limit: smallBody,
        examples: {
          crm: { summary: 'For a CRM', value: { name: 'CRM', scopes: ['ingest', 'trigger'] } },
          temporary: {
            summary: 'That ends by itself',
            value: { name: 'Migration', scopes: ['ingest'], expiresAt: '2026-12-31T23:59:59Z' },
          },
        },
      },
      responses: { 201: created },
      errors: ['PLAN_LIMIT'],
      handle: async ({ signedIn: { user }, body, by }) => {
        const { organizationId } = user
        const expiresAt = typeof body.expiresAt === 'string' ? new Date(body.expiresAt) : null
        const { name, scopes: wanted, requestsPerSecond = null } = body
        const key = await createApiKey.execute({
          organizationId,
          name,
          scopes: wanted,
          expiresAt,
          requestsPerSecond,
          by: by(),
        })
        return shown(organizationId, key)
      },
    }),
    route<{ apiKeyId: string }, undefined>({
      ...forAdmins,
      method: 'DELETE',
      path: '/api-keys/{apiKeyId}',
      summary: 'Revoke an API key',
      description: 'For admins. The next request with it is refused, whichever process it reaches.',
      params,
      responses: { 204: nothing },
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, params: { apiKeyId }, by }) => {
        await revokeApiKey.execute({ organizationId: user.organizationId, apiKeyId, by: by() })
        return noContent
      },
    }),
    route<{ apiKeyId: string }, { graceSeconds?: number } | undefined>({
      ...forAdmins,
      method: 'POST',
      path: '/api-keys/{apiKeyId}/rotate',
      summary: 'Replace an API key by a new one',
      description:
        'For admins. With the same name, scopes and expiry. The old one goes on working for the grace, if any.',
      params,
      body: {
        schema: Joi.object({ graceSeconds: Joi.number().integer().min(0).max(aWeek) }),
        limit: smallBody,
        optional: true,
        examples: {
          atOnce: { summary: 'The old one ends at once', value: {} },
          day: { summary: 'Both work for a day', value: { graceSeconds: 86_400 } },
        },
      },
      responses: { 201: created },
      errors: ['NOT_FOUND', 'CONFLICT', 'PLAN_LIMIT'],
      handle: async ({ signedIn: { user }, params: { apiKeyId }, body, by }) => {
        const { organizationId } = user
        const { graceSeconds = 0 } = body ?? {}
        const key = await rotateApiKey.execute({ organizationId, apiKeyId, graceSeconds, by: by() })
        return shown(organizationId, key)
      },
    }),
  ]

  async function shown(organizationId: string, { id, secret }: CreatedApiKey): Promise<Answer> {
    const key = found(await apiKeys.find(organizationId, id), 'API key not found')
    return { status: 201, body: { ...presentApiKey(key), secret } }
  }
}
