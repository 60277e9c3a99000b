import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { provideValue } from '../../../../src/composition/provide.ts'
import { type Scope, scopes } from '../../../../src/domain/account/api-keys/scope.ts'
import { operator } from '../../../../src/domain/account/audit/actor.ts'
import type { ReceiverAnswer } from '../../../../src/domain/event/destination/attempt.ts'
import { EventChannel } from '../../../../src/ports/event/event-channel.ts'
import { AddressSuppressor } from '../../../../src/use-cases/contact/address-suppressor.ts'

import { type Api, createApi } from '../../../support/api.ts'
import { createEverything, type Everything } from '../../../support/data/everything.ts'
import { type Person, personIdOf, signUp } from '../../../support/data/person.ts'
import { createWorld, type World } from '../../../support/world.ts'

/** The parts of an operation in the OpenAPI document from which the test makes requests. */
interface Operation {
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly 'x-scope'?: string
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[]
  readonly requestBody?: {
    readonly content: Readonly<
      Record<
        string,
        { readonly example?: unknown; readonly examples?: Readonly<Record<string, { value: unknown }>> }
      >
    >
  }
}

interface OfDocument {
  readonly method: string
  readonly path: string
  /** The scope that the document names; null if every key may call the route, undefined for people only. */
  readonly scope: string | null | undefined
  readonly isPublic: boolean
  /** The names of the query parameters that requests of the test send. */
  readonly query: readonly string[]
  /** The first example of the body, with its media type; null if the route takes none. */
  readonly body: { readonly type: string; readonly example: unknown } | null
}

/** A receiver of events that takes every request. */
class PatientReceiver extends EventChannel {
  override faultOf(): null {
    return null
  }

  override async send(): Promise<ReceiverAnswer> {
    return { httpStatus: 200, code: null, durationMs: 1, response: null, retryAfterSeconds: null }
  }
}

/**
 * Requests with every scope to every route of the OpenAPI document. They name things that exist and send the first
 * example of the body, so a request that the guard lets through succeeds, or is refused for the state of a thing.
 */
describe('every route with a key of every scope', () => {
  let world: World
  let api: Api
  let owner: Person
  let own: Everything & { readonly attemptId: string; readonly personId?: string }
  let operations: readonly OfDocument[]
  const secrets = new Map<Scope, string>()
  /** The JSON answers to the requests of the tests. */
  const shown: (Pick<OfDocument, 'method' | 'path' | 'scope'> & { readonly text: string })[] = []

  beforeAll(async () => {
    world = await createWorld([provideValue(EventChannel, new PatientReceiver())])
    api = await createApi(world)
    owner = await signUp(api)
    const things = await createEverything(world, api, owner)
    const table = `/data-tables/${things.dataTableId}`
    // Gives the table the columns of the examples.
    for (const name of ['phone', 'account_id', 'note']) await owner.do('POST', `${table}/columns`, { name })
    const match = { columns: ['email'], onMatch: 'update' }
    await owner.do('PATCH', table, { missingColumns: 'fill', match })
    const ping = await owner.do('POST', `/events/destinations/${things.destinationId}/ping`)
    own = { ...things, attemptId: ping.id, name: 'note' }
    operations = operationsOf(api.document.paths as unknown as Paths)
    for (const scope of scopes) secrets.set(scope, await newKey({ scopes: [scope] }))
  })
  afterAll(() => world.close())

  async function newKey(changes: object, person = owner): Promise<string> {
    return (await person.do('POST', '/api-keys', { name: 'Matrix', ...changes })).secret
  }

  type Reported = readonly [status: number, code: unknown]

  async function ask(secret: string, { method, path, query, body, scope }: OfDocument): Promise<Reported> {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => thingCalled(name))
    const search = new URLSearchParams(
      query.map((name): [string, string] => [name, thingCalled(name)]),
    ).toString()
    const response = await fetch(`${api.url}${filled}${search && `?${search}`}`, {
      method,
      headers: { authorization: `Bearer ${secret}`, ...(body && { 'content-type': body.type }) },
      ...(body && { body: textOf(body.example) }),
    })
    const text = response.headers.get('content-type')?.includes('json') ? await response.text() : ''
    shown.push({ method, path, scope, text })
    await response.body?.cancel().catch(() => {})
    const { code } = (text === '' ? {} : JSON.parse(text)) as { code?: unknown }
    return [response.status, code]
  }

  /** Returns the id or text that requests give for a parameter. */
  function thingCalled(name: string): string {
    const known: Readonly<Record<string, string>> = { ...queryValues, ...own }
    return known[name] ?? own.apiKeyId
  }

  /** Returns an example as the text of a body, in which the ids are those of things that exist. */
  function textOf(example: unknown): string {
    if (typeof example === 'string') return example
    return JSON.stringify(example, (name, value: unknown) =>
      typeof value === 'string' && Object.hasOwn(own, name) && name.endsWith('Id')
        ? thingCalled(name)
        : value,
    )
  }

  /** Returns whether a request names a thing of the organization, in its path, its query or its body. */
  function namesThing({ path, query, body }: OfDocument): boolean {
    const ids = Object.keys(own).filter((name) => name.endsWith('Id'))
    const sent = `${path} ${query.join(' ')} ${body === null ? '' : JSON.stringify(body.example)}`
    return path.includes('{') || ids.some((id) => sent.includes(id))
  }

  /** The routes of programs and people, without the routes that sign people in and out. */
  const requested = () => operations.filter(({ path }) => !path.includes('/auth/'))

  it('finds management routes for every scope that has any, and no other scope', () => {
    const named = new Set(operations.flatMap(({ scope }) => scope ?? []))
    for (const scope of named) expect(scopes).toContain(scope)
    expect(operations.filter(({ scope }) => typeof scope === 'string').length).toBeGreaterThan(80)
  })

  it('refuses a key without the scope of the route', async () => {
    const wrong: unknown[] = []
    for (const operation of requested()) {
      if (operation.scope === null || (operation.isPublic && operation.scope === undefined)) continue
      // Sends no body, because the guard refuses these requests before it reads one.
      const request = { ...operation, body: null }
      const without = scopes.filter((scope) => scope !== operation.scope)
      const answers = await Promise.all(without.map((scope) => ask(secrets.get(scope) ?? '', request)))
      for (const [at, scope] of without.entries()) {
        const reported = answers[at] ?? [0, undefined]
        if (!isRefused(operation, scope, reported))
          wrong.push([scope, operation.method, operation.path, ...reported])
      }
    }
    expect(wrong).toEqual([])
  })

  it('refuses keys of other organizations, ended keys and keys of no organization on every route', async () => {
    const stranger = await signUp(api)
    const foreignKey = await newKey({ scopes }, stranger)
    const expiresAt = new Date(world.clock.now().getTime() + 60_000).toISOString()
    const expired = await newKey({ scopes, expiresAt })
    const revoked = await owner.do('POST', '/api-keys', { name: 'Matrix', scopes })
    await owner.do('DELETE', `/api-keys/${revoked.id}`)
    world.clock.advance(60)
    const wrong: unknown[] = []
    for (const operation of requested().filter(({ scope }) => scope !== undefined)) {
      const code = operation.isPublic ? 'INVALID_API_KEY' : 'UNAUTHENTICATED'
      for (const secret of [expired, revoked.secret]) {
        const reported = await ask(secret, operation)
        if (reported[0] !== 401 || reported[1] !== code)
          wrong.push(['ended', operation.method, operation.path, ...reported])
      }
      if (!namesThing(operation)) continue
      const reported = await ask(foreignKey, operation)
      if (!isNotFound(reported)) wrong.push(['stranger', operation.method, operation.path, ...reported])
    }
    expect(wrong).toEqual([])
  })

  it('hides other projects from a key with every scope that is limited to one', async () => {
    const { id } = await owner.do('POST', '/projects', { name: 'Another' })
    const limited = await newKey({ scopes, projectIds: [id] })
    const wrong: unknown[] = []
    for (const operation of requested().filter(({ scope }) => scope !== undefined && scope !== null)) {
      const reported = await ask(limited, operation)
      const isList = operation.method === 'GET' && reported[0] === 200 && !operation.path.includes('{')
      const isOwn = operation.method === 'POST' && operation.path.endsWith('/events/destinations')
      if (!isList && !isOwn && !isNotFound(reported))
        wrong.push([operation.method, operation.path, ...reported])
    }
    expect(wrong).toEqual([])
  })

  it('lets a key with the scope of the route do what it asks for, and shows it nothing else to read', async () => {
    await owner.do('PATCH', `/data-tables/${own.dataTableId}/records/${own.recordId}`, { data: stored })
    const email = 'grace@example.com'
    const suppression = { organizationId: owner.organizationId, email, reason: 'unsubscribed' } as const
    await world.container.get(AddressSuppressor).suppressWithRetries({ ...suppression, by: operator })
    const { webhookUrl } = await owner.do('GET', `/data-tables/${own.dataTableId}`)
    const held = await api.ask(new URL(webhookUrl).pathname, { method: 'POST', json: { lead: 'Held-7319' } })
    const personId = await personIdOf(owner, email)
    own = { ...own, arrivalId: String(held.body['arrivalId']), personId: String(personId) }
    shown.length = 0
    const others = new Map<string, Reported>()
    const inOrder = requested().filter(({ scope }) => scope !== undefined)
    for (const operation of inOrder.toSorted((a, b) => rankOf(a) - rankOf(b))) {
      const reported = await ask(secrets.get((operation.scope ?? 'usage:read') as Scope) ?? '', operation)
      if (reported[0] >= 300) others.set(nameOf(operation), reported)
    }
    expect(Object.fromEntries(others)).toEqual(answersOfStatus)
    const reading = shown.filter(({ scope, text }) => scope !== undefined && telling.test(text))
    const reported = new Set(reading.map(({ scope }) => scope))
    for (const scope of reported) expect(readsPeople).toContain(scope)
    expect([...reported]).toEqual(expect.arrayContaining(['records:read', 'arrivals:read', 'people:read']))
  })

  function isRefused({ scope, isPublic }: OfDocument, held: Scope, [status, code]: Reported): boolean {
    const isManager = isPublic || (held !== 'ingest' && held !== 'trigger')
    if (scope === undefined || !isManager) return status === 401 && code === 'UNAUTHENTICATED'
    return status === 403 && code === 'MISSING_SCOPE'
  }
})

function isNotFound([status, code]: readonly [status: number, code: unknown]): boolean {
  return status === 404 && (code === 'NOT_FOUND' || code === 'SPINNER_NOT_FOUND')
}

/** The cells of the record to which requests go. No request sends these values. */
const stored = { name: 'Stored-7319', account_id: 'Stored-8642' }
const telling = /Stored-\d{4}|"reason":"unsubscribed"|Held-7319/

/** The scopes that may read the cells, addresses and bodies of people. */
const readsPeople: readonly string[] = [
  'records:read',
  'arrivals:read',
  'people:read',
  'messages:read',
  'jobs:read',
  'events:read',
]

/** The values of query parameters that are not the id of a thing. */
const queryValues = {
  columns: 'email',
  email: 'ada@example.com',
  contains: 'ada',
  q: 'ada',
  all: 'true',
  cron: '0 9 * * *',
  timeZone: 'UTC',
}

/** Optional query parameters that requests send, because their route asks for one of several. */
const alsoSent: ReadonlySet<string> = new Set(['email', 'all'])

/** The answers other than 2xx to a key that has the scope: the things are not in a state that allows the request. */
const answersOfStatus: Readonly<Record<string, readonly [status: number, code: string]>> = {
  // The request before has discarded all arrivals of the table.
  'DELETE /arrivals/{arrivalId}': [404, 'NOT_FOUND'],
  // The example names a format of arrivals that the table has never had.
  'POST /data-tables/{dataTableId}/mappings/propose': [404, 'NOT_FOUND'],
  // The condition of the example names a column that the table does not have.
  'POST /data-tables/{dataTableId}/segments': [400, 'VALIDATION_FAILED'],
  // The table has a column with the new name already.
  'PATCH /data-tables/{dataTableId}/columns/{name}': [409, 'CONFLICT'],
  // The job has ended, and none of its recipients has failed.
  'POST /jobs/{jobId}/cancel': [409, 'CONFLICT'],
  'POST /jobs/{jobId}/pause': [409, 'CONFLICT'],
  'POST /jobs/{jobId}/resume': [409, 'CONFLICT'],
  'POST /jobs/{jobId}/retry-failed': [409, 'CONFLICT'],
  'POST /spinners/{spinnerId}/retry-failed': [409, 'CONFLICT'],
  'POST /jobs/{jobId}/recipients/{recordId}/retry': [409, 'CONFLICT'],
  'POST /jobs/{jobId}/recipients/{recordId}/skip': [409, 'CONFLICT'],
  'POST /jobs/{jobId}/recipients/{recordId}/stop': [409, 'CONFLICT'],
  'POST /jobs/{jobId}/recipients/{recordId}/wait': [409, 'CONFLICT'],
  // The spinner of the job has fewer steps than the example names.
  'POST /jobs/{jobId}/recipients/{recordId}/move': [400, 'VALIDATION_FAILED'],
  // The spinner is published, and the data table and the project contain things.
  'DELETE /spinners/{spinnerId}': [409, 'CONFLICT'],
  'DELETE /data-tables/{dataTableId}': [409, 'CONFLICT'],
  'DELETE /projects/{projectId}': [409, 'CONFLICT'],
}

function nameOf({ method, path }: OfDocument): string {
  return `${method} ${path.replace('/api/v1', '')}`
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

function operationsOf(paths: Paths): readonly OfDocument[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security = [] }]) => security.length > 0)
      .map(([method, operation]) => {
        const schemes = new Set((operation.security ?? []).flatMap((one) => Object.keys(one)))
        const takesKeys = schemes.has('apiKey')
        const scope = takesKeys ? (operation['x-scope'] ?? null) : undefined
        const query = (operation.parameters ?? []).filter(
          ({ in: place, name, required }) => place === 'query' && (required || alsoSent.has(name)),
        )
        return {
          method: method.toUpperCase(),
          path,
          scope,
          isPublic: !schemes.has('session'),
          query: query.map(({ name }) => name),
          body: bodyOf(operation),
        }
      }),
  )
}

function bodyOf({ requestBody }: Operation): OfDocument['body'] {
  const [first] = Object.entries(requestBody?.content ?? {})
  if (first === undefined) return null
  const [type, { example, examples }] = first
  return { type, example: example ?? Object.values(examples ?? {})[0]?.value }
}

/** The things that contain others, which are deleted after these. */
const containers = ['/spinners/{spinnerId}', '/data-tables/{dataTableId}', '/projects/{projectId}']

/** Returns the place of a request in the order in which none deletes what a later one names. */
function rankOf({ method, path }: OfDocument): number {
  if (method === 'GET') return 0
  return method === 'DELETE' ? 3 + containers.findIndex((end) => path.endsWith(end)) : 1
}
