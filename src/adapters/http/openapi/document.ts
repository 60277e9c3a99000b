import { bodyBounds } from '../../../domain/arrival/mapping/decoded.ts'
import { DomainError } from '../../../domain/errors.ts'
import { consoleHeader, sessionCookieName } from '../account/sessions/session-cookie.ts'
import { EdgeError, type ErrorCode, entryOf, isEdgeCode, problemOf } from '../errors.ts'
import { formType } from '../request/body/upload.ts'
import {
  type Auth,
  errorsOf,
  leastRoleOf,
  type ResponseRule,
  type Route,
  type UploadOfRoute,
} from '../route.ts'
import { JsonSchemas } from './json-schemas.ts'

type Json = Record<string, unknown>

export interface OpenApiOptions {
  readonly publicApiUrl: string
  readonly apiPrefix: string
  readonly versioned: readonly Route[]
  readonly operational: readonly Route[]
}

/** Returns the OpenAPI 3.1 document of exactly the routes that are mounted. */
export function openApiDocument({ publicApiUrl, apiPrefix, versioned, operational }: OpenApiOptions): Json {
  const all = [
    ...versioned.map((route) => [apiPrefix, route] as const),
    ...operational.map((route) => ['', route] as const),
  ]
  const schemas = new JsonSchemas()
  const paths: Record<string, Json> = {}
  for (const [prefix, route] of all) {
    const path = `${prefix}${route.path}`
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, schemas) }
  }
  const tags = [...new Set(all.map(([, route]) => route.tag))]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Spindle API',
      version: '1.0.0',
      summary: 'Append rows to data tables and start outreach jobs over them.',
      description:
        'Every error has the same flat body; [the list of errors](/docs/errors) says what each means and what to do. Every response carries `X-Request-Id`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      { url: '/', description: 'Where this document came from' },
      { url: publicApiUrl, description: 'PUBLIC_API_URL' },
    ],
    tags: tags.map((name) => ({ name, description: tagDescriptions[name] ?? name })),
    paths,
    components: {
      schemas: { Problem: problemSchema, ...schemas.named },
      headers: {
        RequestId: {
          description: "The request's id: yours if you sent one, and the one in our log.",
          schema: { type: 'string' },
        },
      },
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of the organization: `svc_…`.' },
        session: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The token that sign-up and login answer.',
        },
        sessionCookie: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookieName,
          description: `For pages of the same origin: what sign-up and login set. A request that changes something must also carry the header \`${consoleHeader}: 1\`.`,
        },
      },
    },
  }
}

const tagDescriptions: Readonly<Record<string, string>> = {
  'Public API': 'For CRMs, middleware and scripts.',
  Accounts: 'Sign-up, sessions and passwords.',
  Organization: 'What you are and what your plan allows.',
  Projects: 'Folders of data tables and spinners.',
  'Data tables': 'Rows of one shape, with a webhook URL each.',
  Arrivals: 'What senders sent in, and what became of it.',
  Mappings: 'How bodies of other shapes become records of a table.',
  'API keys': 'Secrets for CRMs, middleware and scripts.',
  Spinners: 'Outreach pipelines: a draft that is edited, and a version that runs.',
  Suppressions: 'Addresses that are written to no more.',
  Events: 'What came back of messages: mailboxes that are read, and what providers post.',
  Jobs: 'Runs of a spinner, and what became of each recipient.',
  Team: 'Who is in an organization, what they may do, and who is asked to join.',
  Files: 'What goes along with messages.',
  Senders: 'The accounts from which messages go.',
  Messages: 'What was sent, and what became of it.',
  'Test mode': 'A test organization with a clock of its own, which people move forward.',
  Operations: 'For load balancers and orchestrators.',
}

function operationOf(route: Route, schemas: JsonSchemas): Json {
  const { auth, body, params, summary, description, tag } = route
  const least = leastRoleOf(route)
  return {
    operationId: operationIdOf(route),
    tags: [tag],
    summary,
    description:
      auth.kind === 'apiKey'
        ? `${description}\n\nNeeds an API key with the scope \`${auth.scope}\`.`
        : description,
    ...(least === null ? {} : { 'x-least-role': least }),
    security: schemesOf(auth).map((scheme) => ({ [scheme]: [] })),
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
    responses: responsesOf(route, schemas),
  }
}

const anyFields: Json = {
  type: 'object',
  additionalProperties: true,
  description: 'Any fields. Only a table with open intake takes this form.',
}
const anyXml: Json = {
  type: 'string',
  description: 'Any XML document. Only a table with open intake takes this form.',
}

/** Returns the media types of a JSON body, with those that only tables with open intake take. */
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
    description: 'Any list. Only a table with open intake takes this form.',
  }
  const anyForm = {
    summary: 'Any other body, for a table with open intake',
    value: { event: 'lead.created', contact: { full_name: 'Ada Lovelace', mail: 'ada@example.com' } },
  }
  return {
    'application/json': { schema: { anyOf: [own, anyFields, anyList] }, examples: { ...examples, anyForm } },
    'application/x-www-form-urlencoded': { schema: anyFields },
    'multipart/form-data': { schema: anyFields },
    'application/xml': { schema: anyXml },
    'text/xml': { schema: anyXml },
  }
}

/** Returns the security schemes of a credential; a request needs any one of them. */
function schemesOf({ kind }: Auth): readonly string[] {
  if (kind === 'session') return ['session', 'sessionCookie']
  return kind === 'apiKey' ? ['apiKey'] : []
}

function uploadBodyOf({ contentType, example, options }: UploadOfRoute, schemas: JsonSchemas): Json {
  const form = {
    type: 'object',
    required: ['file'],
    properties: {
      ...(options !== undefined && { options: schemas.of(options.schema) }),
      file: { type: 'string', contentMediaType: contentType },
    },
    ...(options !== undefined && { example: { options: options.example, file: example } }),
  }
  if (contentType === formType) {
    const file = { type: 'string', format: 'binary' }
    return { required: true, content: { [formType]: { schema: { ...form, properties: { file } } } } }
  }
  return {
    required: true,
    content: {
      [contentType]: { schema: { type: 'string' }, example },
      [formType]: {
        schema: form,
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
    'Makes a retry safe: the same key with the same request gets the first answer again, for at least 24 hours, and nothing is done or metered twice.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: String.raw`^[\x21-\x7e]+$` },
}

const ifMatchParameter: Json = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The `ETag` that you read the resource with: if it was changed since, nothing is written and the answer is `CONFLICT`.',
  schema: { type: 'string', pattern: String.raw`^(\*|"\d+")$` },
}

function responsesOf(route: Route, schemas: JsonSchemas): Json {
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
                description: '`true` where this is the answer to an earlier request.',
                schema: { type: 'string' },
              },
            }
          : {}),
        ...(isPublic(route) ? rateHeaders : {}),
      },
      ...contentOf(rule, schemas),
    }
  }
  const byStatus = Map.groupBy(errorsOf(route), (code) => entryOf(code).status)
  for (const [status, codes] of [...byStatus].toSorted(([a], [b]) => a - b))
    responses[status] = problemResponse(codes)
  return responses
}

function isPublic({ auth }: Route): boolean {
  return auth.kind === 'apiKey' || auth.kind === 'ingestToken'
}

const rateHeaders = {
  'RateLimit-Limit': {
    description: 'Where the plan or the key has a limit: how many requests may come at once.',
    schema: { type: 'integer' },
  },
  'RateLimit-Remaining': { description: 'How many of them are left.', schema: { type: 'integer' } },
  'RateLimit-Reset': {
    description: 'After how many seconds all of them are there again.',
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

function problemResponse(codes: readonly ErrorCode[]): Json {
  return {
    description: codes.map((code) => `\`${code}\`: ${entryOf(code).message}.`).join(' '),
    headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } },
    content: {
      'application/problem+json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Problem' },
            { type: 'object', properties: { code: { enum: codes } } },
          ],
        },
        examples: Object.fromEntries(
          codes.map((code) => [code, { summary: entryOf(code).title, value: exampleOf(code) }]),
        ),
      },
    },
  }
}

const detailsByCode: Partial<Record<ErrorCode, Json>> = {
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

function exampleOf(code: ErrorCode): Json {
  const details = detailsByCode[code] ?? {}
  const error = isEdgeCode(code) ? new EdgeError(code, details) : new DomainError(code, details)
  return problemOf(error, '0d9f1a1e-52c5-4d3c-9c7b-2f1f6d2f6c11').body
}

const problemSchema: Json = {
  type: 'object',
  description: 'An error: a valid RFC 9457 document and a flat envelope at once.',
  required: ['ok', 'code', 'message', 'type', 'title', 'status', 'requestId'],
  properties: {
    ok: { const: false },
    code: { type: 'string', description: 'Stable; program against this.' },
    message: { type: 'string', description: 'For people.' },
    type: { type: 'string', format: 'uri-reference', description: 'Where the error is explained.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    requestId: { type: 'string' },
    requiredScope: { type: 'string' },
    expected: { type: 'array', items: { type: 'string' }, description: "The table's columns." },
    received: { type: 'array', items: { type: 'string' }, description: "The offending records' columns." },
    meter: { type: 'string' },
    limit: { type: ['integer', 'null'] },
    used: { type: 'integer' },
    requested: { type: 'integer' },
    groups: { type: 'integer', description: 'Groups of records that match columns would make one.' },
    records: { type: 'integer', description: 'Records in these groups.' },
    resetsAt: { type: ['string', 'null'], format: 'date-time' },
    retryAfter: { type: 'integer', description: 'Seconds, as in the header Retry-After.' },
    errors: {
      type: 'array',
      maxItems: 50,
      items: {
        type: 'object',
        required: ['pointer', 'code'],
        properties: {
          pointer: { type: 'string', description: 'A JSON pointer into the request.' },
          code: { type: 'string' },
          message: { type: 'string' },
          column: { type: 'string' },
          suggestion: { type: 'string', description: 'The column that was probably meant.' },
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

function operationIdOf({ method, path }: Route): string {
  const words = path.split('/').filter((word) => word !== '')
  const named = words.map((word) =>
    word
      .replaceAll(/[{}]/g, '')
      .replaceAll(/(^|-)([a-z])/g, (_all, _dash, letter: string) => letter.toUpperCase()),
  )
  return `${method.toLowerCase()}${named.join('')}`
}
