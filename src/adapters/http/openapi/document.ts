import type { Scope } from '../../../domain/account/api-keys/scope.ts'
import { bodyBounds } from '../../../domain/arrival/mapping/decoded.ts'
import { DomainError } from '../../../domain/errors.ts'
import { type ApiErrorCode, EdgeError, entryOf, isEdgeCode, problemOf } from '../errors.ts'
import { formType } from '../request/body/upload.ts'
import { consoleHeader, cookieNameOf, sessionCookieName } from '../request/caller/session-cookie.ts'
import type { ResponseRule } from '../response.ts'
import { errorsOf, minRoleOf, type Route, type UploadOfRoute } from '../route.ts'
import { codeSamples } from './code-samples.ts'
import { withExamples } from './examples.ts'
import { JsonSchemas } from './json-schemas.ts'

type Json = Record<string, unknown>

export interface OpenApiOptions {
  readonly publicApiUrl: string
  readonly apiPrefix: string
  readonly versioned: readonly Route[]
  readonly operational: readonly Route[]
}

/**
 * Returns the OpenAPI 3.1 document of exactly the routes that are mounted. Calls `pause` after each route, because the
 * whole document takes 0.2 s, during which other requests would wait.
 */
export async function openApiDocument(
  { publicApiUrl, apiPrefix, versioned, operational }: OpenApiOptions,
  pause: () => Promise<void>,
): Promise<Json> {
  const all = [
    ...versioned.map((route) => [apiPrefix, route] as const),
    ...operational.map((route) => ['', route] as const),
  ]
  const schemas = new JsonSchemas()
  const paths: Record<string, Json> = {}
  const conditionalPaths = new Set(
    all.filter(([, { conditional }]) => conditional).map(([, { path }]) => path),
  )
  for (const [prefix, route] of all) {
    const path = `${prefix}${route.path}`
    const isTagged =
      route.conditional === true || (route.method === 'GET' && conditionalPaths.has(route.path))
    const method = route.method.toLowerCase()
    const operation = operationOf(route, isTagged, schemas)
    const samples = codeSamples(publicApiUrl, path, method, operation)
    if (samples.length > 0) operation['x-codeSamples'] = samples
    paths[path] = { ...paths[path], [method]: operation }
    await pause()
  }
  const tags = [...new Set(all.map(([, route]) => route.tag))]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Spindle API',
      version: '1.0.0',
      summary: 'Append rows to data tables and start outreach jobs over them.',
      description: introduction,
      contact: { name: 'The operator of this service' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      { url: '/', description: 'The API at the host that served this OpenAPI document.' },
      { url: publicApiUrl, description: 'The public address of the API, from the setting `PUBLIC_API_URL`.' },
    ],
    tags: tags.map((name) => ({ name, description: tagDescriptions[name] ?? name })),
    paths,
    components: {
      schemas: withExamples({ Problem: problemSchema, ...schemas.named }, paths),
      headers: {
        RequestId: {
          description:
            "The request's id, which is also in the log of the service. An id that you send is kept if it is 1 to 128 visible ASCII characters.",
          schema: { type: 'string' },
        },
      },
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of the organization: `svc_…`.' },
        session: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The session token, as the responses of sign-up and sign-in contain it.',
        },
        sessionCookie: {
          type: 'apiKey',
          in: 'cookie',
          name: cookieNameOf(sessionCookieName, publicApiUrl.startsWith('https:')),
          description: `The session cookie that sign-up and sign-in set, for pages of the same origin. A request that changes something must also carry the header \`${consoleHeader}: 1\`.`,
        },
      },
    },
  }
}

const introduction = [
  'Programs call the routes under `/api/v1/public` with an API key (`Authorization: Bearer svc_…`). The webhook URL of a data table contains its own secret. Most other routes take the session of a user with at least the role in `x-least-role`, or an API key with the scope in `x-scope`. On routes whose `security` lacks `apiKey`, an API key gets `UNAUTHENTICATED`. Routes with an empty `security`, such as sign-up and sign-in, need no credential.',
  'Bodies are JSON in UTF-8. Ids are UUIDs, except for the ids of records, which are whole numbers in strings. Times are in UTC and in the format of ISO 8601. Unknown fields of a request are refused, unless the operation says otherwise.',
  'A list returns at most `limit` items and a `nextCursor`. Send it as `cursor` to get the next page, until it is `null`.',
  'A plan counts two things per calendar month (UTC): `records` that are inserted into data tables, and `jobs` that are started. No other request costs anything. A request above the plan is refused with PLAN_LIMIT and counts nothing.',
  'Every error has the same flat body; [the list of errors](/docs/errors) explains each code and how to resolve it. Every response carries `X-Request-Id`.',
].join('\n\n')

const tagDescriptions: Readonly<Record<string, string>> = {
  'Public API': 'Routes for CRMs, middleware and scripts: append records, start jobs and read their status.',
  Accounts: 'Sign-up, sessions, passwords and the confirmation of an e-mail address.',
  Organization: 'The organization with its settings, its plan and the usage of the plan.',
  Projects: 'Projects, which are folders of data tables and spinners.',
  'Data tables': 'Tables of records with the same columns. Each table has its own webhook URL.',
  Bin: 'Deleted data tables, spinners and records, which can be restored for 30 days.',
  Arrivals:
    'Requests with records that sources (CRMs, forms, scripts) sent to data tables: accepted, refused, held or ignored.',
  Mappings: 'Mappings, the rules that turn request bodies of any format into records of a data table.',
  'API keys': 'API keys, the secrets with which CRMs, middleware and scripts call the API.',
  Spinners:
    'Spinners, which are outreach pipelines over a data table. Each has a draft that people edit and a published version that jobs run.',
  People:
    'One person across all data tables: the timeline of events, the check whether a spinner would write to them, the export and the erasure of their data.',
  Suppressions: 'Suppressions, the e-mail addresses to which no job of the organization sends.',
  'Replies and bounces':
    'Reactions to messages, such as replies and bounces: from mailboxes that the service reads, and from events that providers post.',
  Events: 'Events, by which other systems learn what has happened in the organization.',
  Destinations: 'Destinations, the URLs to which events of the organization are sent by signed webhooks.',
  Jobs: 'Jobs, which are runs of a spinner, with the status of each recipient.',
  Team: 'Members of an organization, their roles, and invitations to join.',
  Files: 'Uploaded files that e-mails attach or show as images.',
  Senders: 'E-mail accounts from which messages are sent, with their limits and health.',
  Messages: 'The log of e-mails that jobs sent, or captured instead of sending them, with their outcomes.',
  Conversations:
    'Threads, which are conversations with people: the messages that jobs sent, and the replies to them. Labels sort them.',
  'Test mode':
    'Test mode: a test organization in which no e-mail is sent and members move the clock forward.',
  Operations: 'Health checks and metrics for load balancers and orchestrators.',
}

/** Returns the operation of a route. `isTagged` says whether its answer has an ETag. */
function operationOf(route: Route, isTagged: boolean, schemas: JsonSchemas): Json {
  const { body, params, operationId, summary, tag } = route
  const least = minRoleOf(route)
  const scope = scopeOf(route)
  return {
    operationId,
    tags: [tag],
    summary,
    description: described(route),
    ...(least === null ? {} : { 'x-least-role': least }),
    ...(scope === null ? {} : { 'x-scope': scope }),
    security: schemesOf(route).map((scheme) => ({ [scheme]: [] })),
    parameters: [
      ...(params === undefined ? [] : parametersOf(schemas.of(params), 'path')),
      ...(route.query === undefined ? [] : parametersOf(schemas.of(route.query), 'query')),
      ...(route.salvageQuery === undefined ? [] : parametersOf(schemas.of(route.salvageQuery), 'query')),
      ...(route.idempotent ? [idempotencyParameter] : []),
      ...(route.conditional ? [ifMatchParameter] : []),
    ],
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: !body.optional,
            content: bodyContentOf(body, schemas),
          },
        }),
    ...(route.upload === undefined ? {} : { requestBody: uploadBodyOf(route.upload, schemas) }),
    responses: responsesOf(route, isTagged, schemas),
  }
}

const anyFields: Json = {
  type: 'object',
  additionalProperties: true,
  description:
    'A form with any fields. Accepted only by an open data table (`acceptsAnyFormat` is true), which takes bodies of any format.',
}
const anyXml: Json = {
  type: 'string',
  description:
    'Any XML document. Accepted only by an open data table (`acceptsAnyFormat` is true), which takes bodies of any format.',
}

const exampleFields = { full_name: 'Ada Lovelace', mail: 'ada@example.com' }
const exampleXml = '<lead><name>Ada Lovelace</name><mail>ada@example.com</mail></lead>'

/** Returns the media types of a JSON body, including the types that only open data tables accept. */
function bodyContentOf(
  { schema, examples, takesAnyForm }: NonNullable<Route['body']>,
  schemas: JsonSchemas,
): Json {
  const own = schemas.of(schema)
  if (takesAnyForm !== true) return { 'application/json': { schema: own, examples } }
  const anyList = {
    type: 'array',
    items: anyFields,
    maxItems: bodyBounds.items,
    description:
      'A list with any items. Accepted only by an open data table (`acceptsAnyFormat` is true), which takes bodies of any format.',
  }
  const anyForm = {
    summary: 'Any other body, for an open data table',
    value: { event: 'lead.created', contact: { full_name: 'Ada Lovelace', mail: 'ada@example.com' } },
  }
  return {
    'application/json': { schema: { anyOf: [own, anyFields, anyList] }, examples: { ...examples, anyForm } },
    'application/x-www-form-urlencoded': { schema: anyFields, example: exampleFields },
    'multipart/form-data': { schema: anyFields, example: exampleFields },
    'application/xml': { schema: anyXml, example: exampleXml },
    'text/xml': { schema: anyXml, example: exampleXml },
  }
}

/** Returns the scope that an API key needs for a route; null if it needs none, or if no key may call the route. */
function scopeOf({ auth, scope }: Route): Scope | null {
  return auth.kind === 'apiKey' ? auth.scope : (scope ?? null)
}

/** Returns the description of a route with a sentence about the API keys that may call it. */
function described(route: Route): string {
  const { auth, description } = route
  const scope = scopeOf(route)
  if (auth.kind === 'apiKey') return `${description}\n\nNeeds an API key with the scope \`${scope}\`.`
  return scope ? `${description}\n\nAn API key needs the scope \`${scope}\`.` : description
}

/** Returns the OpenAPI security schemes of a route's credential; a request needs any one of them. */
function schemesOf({ auth: { kind }, scope }: Route): readonly string[] {
  if (kind === 'session') return ['session', 'sessionCookie', ...(scope === undefined ? [] : ['apiKey'])]
  return kind === 'apiKey' ? ['apiKey'] : []
}

function uploadBodyOf({ contentType, example, options }: UploadOfRoute, schemas: JsonSchemas): Json {
  const form = {
    type: 'object',
    required: ['file'],
    properties: {
      ...(options !== undefined && { options: schemas.of(options.schema) }),
      file: {
        type: 'string',
        contentMediaType: contentType,
        description: 'The content of the file. Parts of the form after the file are ignored.',
      },
    },
  }
  if (contentType === formType) {
    const file = {
      type: 'string',
      format: 'binary',
      description: 'The bytes of the file, with its name in the header of the part.',
    }
    return {
      required: true,
      content: { [formType]: { schema: { ...form, properties: { file } }, example: { file: '…' } } },
    }
  }
  return {
    required: true,
    content: {
      [contentType]: { schema: { type: 'string' }, example },
      [formType]: {
        schema: form,
        example: { ...(options !== undefined && { options: options.example }), file: example },
        ...(options !== undefined && { encoding: { options: { contentType: 'application/json' } } }),
      },
    },
  }
}

const idempotencyParameter: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes a retry safe. A repeated request with the same key and the same content gets the stored first response for at least 24 hours; nothing is written or metered twice.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: String.raw`^[\x21-\x7e]+$` },
}

const ifMatchParameter: Json = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The `ETag` from your last read of the resource. If the resource has changed since, the response is `CONFLICT` with the code `OUTDATED` in `errors`, and nothing is written.',
  schema: { type: 'string', pattern: String.raw`^(\*|"\d+")$` },
}

const entityTagHeader: Json = {
  description: 'The revision of the resource. Send it as `If-Match` with a change.',
  schema: { type: 'string' },
}

function responsesOf(route: Route, isTagged: boolean, schemas: JsonSchemas): Json {
  const responses: Record<string, Json> = {}
  for (const [status, rule] of Object.entries(route.responses)) {
    const { description } = rule
    responses[status] = {
      description,
      headers: {
        'X-Request-Id': { $ref: '#/components/headers/RequestId' },
        ...(route.idempotent
          ? {
              'Idempotency-Replayed': {
                description:
                  '`true` if this is the stored response to an earlier request with the same `Idempotency-Key`; nothing was written again.',
                schema: { type: 'string' },
              },
            }
          : {}),
        ...(isTagged && status !== '204' ? { ETag: entityTagHeader } : {}),
        ...(takesKeys(route) ? rateHeaders : {}),
      },
      ...contentOf(rule, schemas),
    }
  }
  const byStatus = Map.groupBy(errorsOf(route), (code) => entryOf(code).status)
  for (const [status, codes] of [...byStatus].toSorted(([a], [b]) => a - b))
    responses[status] = problemResponse(codes)
  return responses
}

function takesKeys({ auth, scope }: Route): boolean {
  return auth.kind === 'apiKey' || auth.kind === 'webhookUrl' || scope !== undefined
}

const rateHeaders = {
  'RateLimit-Limit': {
    description:
      'The number of requests that the rate limit allows in one burst; present only if the plan or the API key has a limit.',
    schema: { type: 'integer' },
  },
  'RateLimit-Remaining': {
    description: 'The number of requests that the rate limit still allows at this moment.',
    schema: { type: 'integer' },
  },
  'RateLimit-Reset': {
    description: 'The number of seconds until the rate limit allows a full burst of requests again.',
    schema: { type: 'integer' },
  },
}

function contentOf({ schema, example, contentType, alsoAs = {} }: ResponseRule, schemas: JsonSchemas): Json {
  if (contentType !== undefined)
    return { content: { [contentType]: { schema: { type: 'string' }, example } } }
  if (schema === undefined) return {}
  const others = Object.entries(alsoAs).map(([type, text]) => [
    type,
    { schema: { type: 'string' }, example: text },
  ])
  return {
    content: {
      'application/json': { schema: schemas.of(schema), example },
      ...Object.fromEntries(others),
    },
  }
}

/** Returns the text about an error code in the descriptions of responses: what happened, and what to do. */
function errorText(code: ApiErrorCode): string {
  const { message, remedy } = entryOf(code)
  return `Error \`${code}\`: ${sentence(message)} ${sentence(remedy)}`
}

function problemResponse(codes: readonly ApiErrorCode[]): Json {
  return {
    description: codes.map(errorText).join('\n\n'),
    headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } },
    content: {
      'application/problem+json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Problem' },
            {
              type: 'object',
              properties: {
                code: {
                  enum: codes,
                  description:
                    'The code of the error: one of the codes that this operation returns with this status.',
                },
              },
            },
          ],
        },
        examples: Object.fromEntries(
          codes.map((code) => [code, { summary: entryOf(code).title, value: exampleOf(code) }]),
        ),
      },
    },
  }
}

/** Returns a description of the OpenAPI document with a full stop at its end, added if it is missing. */
function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`
}

const detailsByCode: Partial<Record<ApiErrorCode, Json>> = {
  MISSING_SCOPE: { requiredScope: 'ingest' },
  VALIDATION_FAILED: { errors: [{ pointer: '/dataTableId', code: 'REQUIRED', message: 'is required' }] },
  SCHEMA_MISMATCH: {
    expected: ['name', 'phone', 'account_id'],
    received: ['name', 'Phone', 'account_id'],
    errors: [{ pointer: '/records/0', code: 'UNKNOWN_COLUMN', column: 'Phone', suggestion: 'phone' }],
  },
  PLAN_LIMIT: {
    meter: 'records',
    limit: 50_000,
    used: 49_990,
    requested: 20,
    resetsAt: '2026-12-01T00:00:00.000Z',
  },
}

function exampleOf(code: ApiErrorCode): Json {
  const details = detailsByCode[code] ?? {}
  const error = isEdgeCode(code) ? new EdgeError(code, details) : new DomainError(code, details)
  return problemOf(error, '0d9f1a1e-52c5-4d3c-9c7b-2f1f6d2f6c11').body
}

const problemSchema: Json = {
  type: 'object',
  description:
    'The body of an error response: a problem document of RFC 9457 with all details as fields of the same object.',
  required: ['ok', 'code', 'message', 'type', 'title', 'status', 'requestId'],
  properties: {
    ok: { const: false, description: 'Whether the request succeeded; always `false` in an error.' },
    code: { type: 'string', description: 'The stable error code. Programs should decide by this field.' },
    message: {
      type: 'string',
      description:
        'A sentence for people that explains the error. It may change; programs should use `code`.',
    },
    type: {
      type: 'string',
      format: 'uri-reference',
      description: 'The address of the page that explains the error.',
    },
    title: {
      type: 'string',
      description: 'The error code in words, such as `Plan limit` for `PLAN_LIMIT`.',
    },
    status: { type: 'integer', description: 'The HTTP status of the response, from 400 to 599.' },
    requestId: {
      type: 'string',
      description:
        'The id of the request, as in the header `X-Request-Id`. The operator finds the request in the log by it.',
    },
    requiredScope: {
      type: 'string',
      description: 'For `MISSING_SCOPE`: the scope that the API key lacks, such as `tables:read`.',
    },
    expected: {
      type: 'array',
      items: { type: 'string' },
      description: 'For `SCHEMA_MISMATCH`: the names of the columns of the data table, in their order.',
    },
    received: {
      type: 'array',
      items: { type: 'string' },
      description:
        'For `SCHEMA_MISMATCH`: the names of the columns that the rejected records have, in order of first appearance.',
    },
    meter: {
      type: 'string',
      description:
        'For `PLAN_LIMIT`: the exceeded limit of the plan. `records` and `jobs` are counted per calendar month (UTC); `dataTables`, `spinners` and `hasApiKeys` limit totals.',
    },
    limit: {
      type: ['integer', 'null'],
      description: 'For `PLAN_LIMIT`: the largest number that the plan allows.',
    },
    used: { type: 'integer', description: 'For `PLAN_LIMIT`: the number that is already used.' },
    requested: {
      type: 'integer',
      description: 'For `PLAN_LIMIT`: the number that the refused request needed in addition to `used`.',
    },
    groups: {
      type: 'integer',
      description: 'The number of groups of records that the match columns would merge.',
    },
    records: {
      type: 'integer',
      description: 'The number of records in the groups that the match columns would merge.',
    },
    resetsAt: {
      type: ['string', 'null'],
      format: 'date-time',
      description:
        'For `PLAN_LIMIT`: the time when a monthly meter starts again from 0; `null` for limits of totals.',
    },
    retryAfter: {
      type: 'integer',
      description: 'The number of seconds to wait before a retry, as in the header `Retry-After`.',
    },
    errors: {
      type: 'array',
      maxItems: 50,
      description:
        'The faults of the request, at most 50, each with its position. They never contain values of the request.',
      items: {
        type: 'object',
        required: ['pointer', 'code'],
        properties: {
          pointer: { type: 'string', description: 'A JSON pointer to the faulty part of the request.' },
          code: {
            type: 'string',
            description: 'The stable code of the fault, such as `REQUIRED` or `UNKNOWN_COLUMN`.',
          },
          message: {
            type: 'string',
            description: 'A text for people that explains the fault. It may change.',
          },
          column: {
            type: 'string',
            description: 'The name of the column of the data table that the fault is about.',
          },
          suggestion: {
            type: 'string',
            description: 'The existing column whose name is most similar to the unknown name.',
          },
        },
        additionalProperties: false,
      },
    },
  },
}

function parametersOf(schema: Json, place: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: rest,
  }))
}
