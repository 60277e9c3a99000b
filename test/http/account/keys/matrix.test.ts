import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Scope, scopes } from '../../../../src/domain/account/api-keys/scope.ts'
import { type Api, createApi } from '../../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../../../support/data/person.ts'
import { createWorld, type World } from '../../../support/world.ts'

interface Operation {
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly 'x-scope'?: string
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[]
}

interface OfDocument {
  readonly method: string
  readonly path: string
  /** The scope that the document names; null if every key may call the route, undefined for people only. */
  readonly scope: string | null | undefined
  readonly isPublic: boolean
}

/**
 * Requests with every scope to every route of the OpenAPI document. They have no body and name things that exist,
 * so a request that the guard lets through succeeds, or is refused for its form.
 */
describe('every route with a key of every scope', () => {
  let world: World
  let api: Api
  let owner: Person
  let own: Workshop
  let operations: readonly OfDocument[]
  const secrets = new Map<Scope, string>()

  beforeAll(async () => {
    world = await createWorld('memory')
    api = await createApi(world)
    owner = await signUp(api)
    own = await createWorkshop(owner)
    operations = operationsOf(api.document.paths as unknown as Paths)
    for (const scope of scopes) secrets.set(scope, await newKey({ scopes: [scope] }))
  })
  afterAll(() => world.close())

  async function newKey(changes: object, person = owner): Promise<string> {
    return (await person.do('POST', '/api-keys', { name: 'Matrix', ...changes })).secret
  }

  type Told = readonly [status: number, code: unknown]

  async function ask(secret: string, { method, path }: OfDocument, of: Workshop = own): Promise<Told> {
    // Asks without a body, so that no request of the matrix deletes what the next ones name.
    const response = await fetch(api.url + filled(path, of), {
      method,
      headers: { authorization: `Bearer ${secret}`, 'if-match': '"999999"' },
    })
    const text = response.headers.get('content-type')?.includes('json') ? await response.text() : ''
    await response.body?.cancel().catch(() => {})
    const { code } = (text === '' ? {} : JSON.parse(text)) as { code?: unknown }
    return [response.status, code]
  }

  /** The routes of programs and people, without those that delete, sign out or need no credential. */
  const asked = () => operations.filter(({ path }) => !path.includes('/auth/'))

  it('finds management routes for every scope that has any, and no other scope', () => {
    const named = new Set(operations.flatMap(({ scope }) => scope ?? []))
    for (const scope of named) expect(scopes).toContain(scope)
    expect(operations.filter(({ scope }) => typeof scope === 'string').length).toBeGreaterThan(80)
  })

  it('lets a key call only the routes of its scope', async () => {
    const wrong: unknown[] = []
    for (const operation of asked().toSorted(deletionsLast)) {
      for (const scope of scopes) {
        const isOwn = operation.scope === scope || operation.scope === null
        // Calls a route that changes something only with keys that may not, because the next keys need the things.
        if (isOwn && operation.method !== 'GET') continue
        const [status, code] = await ask(secrets.get(scope) ?? '', operation)
        if (!isExpected(operation, scope, [status, code]))
          wrong.push([scope, operation.method, operation.path, status, code])
      }
    }
    expect(wrong).toEqual([])
  }, 120_000)

  it('refuses keys of other organizations, ended keys and keys of no organization on every route', async () => {
    const stranger = await signUp(api)
    const strangers = await newKey({ scopes }, stranger)
    const expiresAt = new Date(world.clock.now().getTime() + 60_000).toISOString()
    const expired = await newKey({ scopes, expiresAt })
    const revoked = await owner.do('POST', '/api-keys', { name: 'Matrix', scopes })
    await owner.do('DELETE', `/api-keys/${revoked.id}`)
    world.clock.advance(60)
    const wrong: unknown[] = []
    for (const operation of asked().filter(({ isPublic }) => !isPublic)) {
      for (const secret of [expired, revoked.secret]) {
        const [status, code] = await ask(secret, operation)
        if (status !== 401 || code !== 'UNAUTHENTICATED')
          wrong.push(['ended', operation.method, operation.path, status])
      }
      if (!operation.path.includes('{') || operation.scope === undefined) continue
      const [status] = await ask(strangers, operation)
      if (status < 400) wrong.push(['stranger', operation.method, operation.path, status])
    }
    expect(wrong).toEqual([])
  }, 120_000)

  it('hides other projects from a key with every scope that is limited to one', async () => {
    const { id } = await owner.do('POST', '/projects', { name: 'Another' })
    const limited = await newKey({ scopes, projectIds: [id] })
    const wrong: unknown[] = []
    for (const operation of asked().filter(({ scope, path }) => scope !== undefined && path.includes('{'))) {
      const [status] = await ask(limited, operation)
      if (status < 400) wrong.push([operation.method, operation.path, status])
    }
    expect(wrong).toEqual([])
  })

  it('answers a key with every scope on the routes that read', async () => {
    const whole = await newKey({ scopes })
    const wrong: unknown[] = []
    const reading = asked().filter(({ method, scope }) => method === 'GET' && scope !== undefined)
    for (const operation of reading) {
      const [status, code] = await ask(whole, operation)
      const isMissing = status === 404 && code === 'NOT_FOUND' && namesOther(operation.path)
      if (status !== 200 && status !== 400 && !isMissing) wrong.push([operation.path, status, code])
    }
    expect(wrong).toEqual([])
  })

  function isExpected({ scope, isPublic }: OfDocument, held: Scope, [status, code]: Told): boolean {
    if (isPublic || scope === null) return true
    if (scope === held) return status !== 401 && status !== 403
    const isManager = held !== 'ingest' && held !== 'trigger'
    if (scope === undefined || !isManager) return status === 401 && code === 'UNAUTHENTICATED'
    return status === 403 && code === 'MISSING_SCOPE'
  }

  function filled(path: string, of: Workshop): string {
    const known: Readonly<Record<string, string>> = {
      projectId: of.projectId,
      dataTableId: of.dataTableId,
      spinnerId: of.spinnerId,
      version: '1',
      name: 'email',
      recordId: '1',
    }
    return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? of.apiKeyId)
  }
})

/** Returns whether a path names a thing that the workshop of the test does not have, such as a job. */
function namesOther(path: string): boolean {
  return /\{(?!projectId|dataTableId|spinnerId|version|name|recordId)\w+\}/.test(path)
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
        return { method: method.toUpperCase(), path, scope, isPublic: !schemes.has('session') }
      }),
  )
}

function deletionsLast(a: OfDocument, b: OfDocument): number {
  return Number(a.method === 'DELETE') - Number(b.method === 'DELETE')
}
