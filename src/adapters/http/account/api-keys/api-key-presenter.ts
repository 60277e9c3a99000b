import Joi from 'joi'
import { scopes as allScopes } from '../../../../domain/account/api-keys/scope.ts'
import { createdAtOf, idForm, idOf, momentForm } from '../../forms.ts'

export const scopesMean =
  'The requests that the key may make. `ingest`: append records to data tables. `trigger`: start jobs and read their status. The other scopes name a resource and a verb; each route names its scope in `x-scope`.'

export const projectIdsForm = Joi.array()
  .items(idForm)
  .allow(null)
  .required()
  .description(
    'The ids of the projects to which the key is limited; `null` if it may use the whole organization.',
  )

const fields = {
  id: idOf('the API key'),
  name: Joi.string().required().description('The name of the key, 1 to 200 characters, for people.'),
  scopes: Joi.array()
    .items(Joi.valid(...allScopes))
    .required()
    .description(scopesMean),
  prefix: Joi.string()
    .required()
    .description(
      'The beginning of the secret of the API key, such as `svc_4fGh`, by which people recognize the key.',
    ),
  last4: Joi.string().required().description('The last four characters of the secret of the API key.'),
  createdAt: createdAtOf('the key'),
  expiresAt: momentForm
    .allow(null)
    .description('The time from which the key is refused (UTC, ISO 8601); `null` if it never expires.'),
  lastUsedAt: momentForm
    .allow(null)
    .description(
      'The time of the last request with the key, accurate to a minute; `null` if the key was never used.',
    ),
  revokedAt: momentForm
    .allow(null)
    .description(
      'The time when the key stopped working, or will stop at the end of the grace period of a rotation; `null` if it was never revoked.',
    ),
  requestsPerSecond: Joi.number()
    .integer()
    .allow(null)
    .required()
    .description(
      'The number of requests a second that are accepted with the key. `null` if only the limit of the plan applies.',
    ),
  projectIds: projectIdsForm,
  allowedNetworks: Joi.array()
    .items(Joi.string())
    .allow(null)
    .required()
    .description(
      'The networks, in CIDR notation, from which the key is accepted; `null` if it is accepted from any address.',
    ),
}

export const apiKeySchema = Joi.object(fields)
  .description('An API key without its secret.')
  .meta({ named: 'ApiKey' })

export const newApiKeySchema = Joi.object({
  ...fields,
  secret: Joi.string()
    .required()
    .description(
      'The secret for the header `Authorization: Bearer …`. It is shown only in this response; the service stores a digest of it.',
    ),
})
  .description('A new API key with its secret, which is shown only once.')
  .meta({
    named: 'NewApiKey',
  })

export const exampleApiKey = {
  id: '01936f4e-7788-7a99-8aab-bccddeeff001',
  name: 'CRM',
  scopes: ['ingest', 'trigger'],
  prefix: 'svc_4fGh',
  last4: 'x7Qa',
  createdAt: '2026-11-20T09:00:00.000Z',
  expiresAt: null,
  lastUsedAt: '2026-11-20T09:41:00.000Z',
  revokedAt: null,
  requestsPerSecond: null,
  projectIds: null,
  allowedNetworks: null,
}

export const keyRefusalSchema = Joi.object({
  at: momentForm.description('The time of the request (UTC, ISO 8601).'),
  method: Joi.string().required().description('The HTTP method of the request, such as `GET`.'),
  path: Joi.string()
    .required()
    .description('The path of the route with names in place of ids, such as `/data-tables/{dataTableId}`.'),
  httpStatus: Joi.number().integer().required().description('The HTTP status of the response, 400 to 499.'),
  code: Joi.string().required().description('The code of the error, such as `MISSING_SCOPE`.'),
  ipAddress: Joi.string()
    .allow(null)
    .required()
    .description('The IP address from which the request came; `null` if it is not known.'),
})
  .description('A request with an API key that was refused.')
  .meta({ named: 'KeyRefusal' })

export const exampleRefusal = {
  at: '2026-11-20T09:41:00.000Z',
  method: 'GET',
  path: '/data-tables/{dataTableId}/records',
  httpStatus: 403,
  code: 'MISSING_SCOPE',
  ipAddress: '203.0.113.7',
}
