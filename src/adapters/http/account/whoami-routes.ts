import Joi from 'joi'
import { scopes } from '../../../domain/account/api-keys/scope.ts'
import type { PlanLimits } from '../../../domain/plan/plan.ts'
import type { ApiKeyStore } from '../../../ports/account/api-keys.ts'
import { idOf, momentForm, orNotFound } from '../forms.ts'
import type { Answer } from '../response.ts'
import { everyRole, type Route, type RouteCaller, route } from '../route.ts'
import type { Services } from '../services.ts'
import { examplePlan, limitForm, roleForm, usageLimitForms, userFields } from './account-presenter.ts'
import { exampleApiKey, projectIdsForm } from './api-keys/api-key-presenter.ts'

const schema = Joi.object({
  organization: Joi.object({
    id: idOf('the organization'),
    name: Joi.string().required().description('The name of the organization, 1 to 200 characters.'),
  })
    .required()
    .description('The organization of the API key or the person.'),
  kind: Joi.valid('apiKey', 'user')
    .required()
    .description('The kind of caller: an API key, or a person with a session.'),
  apiKey: Joi.object({
    id: idOf('the API key'),
    name: Joi.string().required().description('The name of the key, 1 to 200 characters, for people.'),
    scopes: Joi.array()
      .items(Joi.valid(...scopes))
      .required()
      .description('The scopes of the key: the kinds of requests that it may be used for.'),
    projectIds: projectIdsForm,
    expiresAt: momentForm
      .allow(null)
      .description('The time from which the key is refused (UTC, ISO 8601); `null` if it never expires.'),
  }).description('The API key that sent the request; absent if a person sent it.'),
  user: Joi.object({ id: userFields.id, email: userFields.email, role: roleForm }).description(
    'The signed-in person; absent if an API key sent the request.',
  ),
  limits: Joi.object({
    ...usageLimitForms,
    requestsPerSecond: limitForm.description(
      'The number of requests a second that are accepted: the limit of the plan or that of the API key, whichever is lower; `null` for no limit.',
    ),
  })
    .required()
    .description('The limits of the plan of the organization, and of the API key.'),
})
  .description('The organization, the identity and the limits of the caller.')
  .meta({ named: 'WhoAmI' })

const example = {
  organization: { id: '01936f4c-0011-7a22-8b33-4c5d6e7f8091', name: 'Analytical Engines' },
  kind: 'apiKey',
  apiKey: {
    id: exampleApiKey.id,
    name: exampleApiKey.name,
    scopes: exampleApiKey.scopes,
    projectIds: null,
    expiresAt: null,
  },
  limits: examplePlan.limits,
}

export function whoAmIRoutes({ organizationStore, apiKeyStore }: Services): Route[] {
  return [
    route<unknown, undefined>({
      method: 'GET',
      path: '/whoami',
      operationId: 'caller.get',
      scope: null,
      listsReach: true,
      auth: everyRole,
      tag: 'API keys',
      summary: 'See who you are',
      description:
        'Returns the organization, the identity and the limits of the caller. Use it to test a connection. Every valid API key may call it; no scope is needed.',
      responses: {
        200: { description: 'The organization and the identity of the caller.', schema, example },
      },
      handle: async ({ caller, by }) => {
        const organization = orNotFound(
          await organizationStore.find(caller.organizationId),
          'Organization not found',
        )
        const { id, name, plan } = organization
        const actor = by()
        const shared = { organization: { id, name }, limits: plan.limits }
        if (caller.kind === 'apiKey') return ofKey(apiKeyStore, caller, shared)
        const email = actor.kind === 'user' ? actor.email : null
        const user = { id: caller.id, email, role: caller.role }
        return { status: 200, body: { ...shared, kind: 'user', user } }
      },
    }),
  ]
}

async function ofKey(
  apiKeyStore: ApiKeyStore,
  { organizationId, id }: RouteCaller,
  shared: { readonly organization: object; readonly limits: PlanLimits },
): Promise<Answer> {
  const key = orNotFound(await apiKeyStore.find(organizationId, id), 'API key not found')
  const { name, scopes: own, projectIds, expiresAt, requestsPerSecond } = key
  const apiKey = { id, name, scopes: own, projectIds, expiresAt }
  const rates = [requestsPerSecond, shared.limits.requestsPerSecond].filter((rate) => rate !== null)
  const lowest = rates.length === 0 ? null : Math.min(...rates)
  const limits = { ...shared.limits, requestsPerSecond: lowest }
  return { status: 200, body: { ...shared, kind: 'apiKey', apiKey, limits } }
}
