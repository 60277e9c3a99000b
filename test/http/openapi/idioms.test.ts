import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createApi } from '../../support/api.ts'
import type { OpenApiDocument } from '../../support/contracts/contract-check.ts'
import { createWorld, type World } from '../../support/world.ts'

interface Operation {
  readonly method: string
  readonly path: string
  readonly operationId: string
  readonly parameters: readonly string[]
  readonly hasCaller: boolean
  /** The statuses of successful answers. */
  readonly statuses: readonly string[]
  /** Whether the answer with status 200 has an ETag. */
  readonly hasEntityTag: boolean
  /** The names of the fields of the body. */
  readonly bodyFields: readonly string[]
  /** The names of the fields of the answer with status 200 or 201. */
  readonly fields: readonly string[]
}

type Node = { readonly [key: string]: unknown }

let world: World
let operations: readonly Operation[]

beforeAll(async () => {
  world = await createWorld()
  const { document } = await createApi(world)
  operations = operationsOf(document)
})
afterAll(() => world.close())

function operationsOf({ paths, components }: OpenApiDocument): readonly Operation[] {
  const whole = (schema: Node): Node => {
    const { $ref } = schema
    return typeof $ref === 'string' ? (components.schemas[$ref.split('/').at(-1) ?? ''] as Node) : schema
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { operationId, responses, parameters, security, requestBody } = operation as typeof operation & {
        readonly security: readonly object[]
        readonly parameters: readonly { readonly name: string }[]
        readonly requestBody?: (typeof responses)[string]
      }
      const fieldsOf = (described: (typeof responses)[string] | undefined) => {
        const content = described?.content?.['application/json']
        const { properties = {} } = content === undefined ? {} : whole(content.schema as Node)
        return Object.keys(properties as object)
      }
      const names = parameters.map(({ name }) => name)
      const statuses = Object.keys(responses).filter((status) => status.startsWith('2'))
      const fields = fieldsOf(responses['200'] ?? responses['201'])
      const bodyFields = fieldsOf(requestBody)
      const hasCaller = security.length > 0 || path.includes('ingest/{token}')
      const hasEntityTag = responses['200']?.headers?.['ETag'] !== undefined
      return {
        operationId,
        method,
        path,
        parameters: names,
        hasCaller,
        statuses,
        hasEntityTag,
        bodyFields,
        fields,
      }
    }),
  )
}

it('each operation has a resource and a verb as its id, of which generated clients make a method', () => {
  const idForm = /^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/
  expect(operations.filter(({ operationId }) => !idForm.test(operationId))).toEqual([])
})

it('the id of each operation is unique', () => {
  const ids = operations.map(({ operationId }) => operationId)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  expect(ids.length).toBeGreaterThan(200)
})

it('each list has items, the cursor of the next page, a limit and a cursor', () => {
  const lists = operations.filter(({ fields }) => fields.includes('items') || fields.includes('nextCursor'))
  // Each page has up to 5,000 ids, so that a program can mark the records of a search.
  const idsOnly = ['records.listMatching']
  const isPaged = ({ fields, parameters }: Operation) =>
    ['items', 'nextCursor'].every((name) => fields.includes(name)) &&
    ['limit', 'cursor'].every((name) => parameters.includes(name))
  const broken = lists.filter((list) => list.method === 'get' && !isPaged(list))
  expect(broken.map(({ operationId }) => operationId)).toEqual(idsOnly)
  expect(lists.length).toBeGreaterThan(30)
})

it('people sign in and out; a ceremony of two steps is begun and finished, and a link is requested and confirmed', () => {
  const auth = operations.filter(({ path }) => path.includes('/auth/'))
  const texts = auth.map(({ path, operationId }) => `${operationId} ${path}`)
  expect(texts.filter((text) => /log-?(?:in|out)|\/(?:start|complete|verify)\b/i.test(text))).toEqual([])
  const endsWith = (end: string) => auth.filter(({ path }) => path.endsWith(end)).map(({ path }) => path)
  expect(endsWith('/begin').every((path) => /\/(?:passkey|oidc)\/begin$/.test(path))).toBe(true)
  expect(endsWith('/confirm')).toHaveLength(3)
  expect(auth.length).toBeGreaterThan(20)
})

it('each rotation takes graceSeconds and answers previousUntil', () => {
  const rotations = operations.filter(({ operationId }) => /\.rotate/.test(operationId))
  const isUniform = ({ path, method, bodyFields, fields }: Operation) =>
    method === 'post' &&
    path.endsWith('/rotate') &&
    bodyFields.join() === 'graceSeconds' &&
    fields.includes('previousUntil')
  expect(rotations.filter((rotation) => !isUniform(rotation))).toEqual([])
  expect(operations.filter(({ path }) => path.includes('rotate'))).toEqual(rotations)
  expect(rotations).toHaveLength(5)
})

const ofMethods = (...methods: readonly string[]) =>
  operations.filter(({ method }) => methods.includes(method))

it('PATCH and PUT answer with the changed object', () => {
  const changes = ofMethods('patch', 'put')
  const others = changes.filter(({ statuses, fields }) => statuses.join() !== '200' || fields.length === 0)
  expect(others).toEqual([])
  expect(changes.length).toBeGreaterThan(20)
})

it('each PATCH and PUT takes If-Match', () => {
  const without = ofMethods('patch', 'put').filter(({ parameters }) => !parameters.includes('If-Match'))
  expect(without).toEqual([])
})

it('each object that PATCH or PUT changes has a GET that answers its ETag', () => {
  const tagged = new Set(ofMethods('get').flatMap(({ path, hasEntityTag }) => (hasEntityTag ? [path] : [])))
  const without = ofMethods('patch', 'put').filter(({ path }) => !tagged.has(path))
  // The plan, the columns and the labels of a thread have the ETag of the object that they are part of: the
  // organization, the table and the thread.
  const areParts = ['columns.update', 'organization.setPlan', 'threads.setLabels']
  expect(without.map(({ operationId }) => operationId).toSorted()).toEqual(areParts)
})

it('DELETE answers 204, except where the answer says what happened to other things', () => {
  const others = ofMethods('delete').filter(({ statuses }) => statuses.join() !== '204')
  expect(others.map(({ operationId }) => operationId)).toEqual([
    'organization.cancelDeletion',
    'arrivals.deleteMany',
    'senders.delete',
  ])
})

it('each POST with a caller takes an Idempotency-Key, unless it only reads or its repeat must not be replayed', () => {
  const withCaller = ofMethods('post').filter(({ hasCaller }) => hasCaller)
  const without = withCaller.filter(({ parameters }) => !parameters.includes('Idempotency-Key'))
  const givesAnotherSession = [
    'auth.signOut',
    'auth.switchOrganization',
    'profile.leaveOrganization',
    'testMode.enter',
    'testMode.leave',
  ]
  const deletesStoredAnswers = ['people.erase', 'testClock.reset']
  const reads = [
    'columns.previewType',
    'imports.inspect',
    'imports.preview',
    'mappings.propose',
    'people.explain',
    'people.export',
    'spinnerTemplates.preview',
    'spinners.countBranches',
    'spinners.preview',
  ]
  const exceptions = [...givesAnotherSession, ...deletesStoredAnswers, ...reads]
  expect(without.map(({ operationId }) => operationId).toSorted()).toEqual(exceptions.toSorted())
  expect(withCaller.length).toBeGreaterThan(70)
})

it('lists are filtered by the times since and until', () => {
  const named = (names: readonly string[]) =>
    operations.filter(({ parameters }) => names.some((name) => parameters.includes(name)))
  expect(named(['from', 'to', 'before', 'after']).map(({ operationId }) => operationId)).toEqual([])
  expect(named(['since', 'until']).length).toBeGreaterThan(3)
})

it('each boolean is a statement, such as isReady or keepsBodies; options of a request are commands', async () => {
  const { document } = await createApi(world)
  const statement = /^(?:is|has|can|may|must|would)[A-Z]|^[a-z]+s[A-Z]/
  const options = [
    'again',
    'all',
    'createColumns',
    'createOrganization',
    'draft',
    'failed',
    'ignore',
    'ignoreWarnings',
    'keepPasskeys',
    'moveRecipients',
    'overwrite',
    'preview',
    'raw',
    'skip',
    'skipBadRows',
    'stopAtMessage',
    'subscribe',
    'thread',
  ]
  // `ok` and `keepReplies` are fixed by the public contract, `requireResidentKey` by WebAuthn, and the two names of versions are keys
  // of `retryableBy`.
  const others = ['ok', 'keepReplies', 'requireResidentKey', 'draft', 'published']
  const names = [...new Set(booleansIn(document))].toSorted()
  expect(names.filter((name) => !statement.test(name))).toEqual(
    [...new Set([...options, ...others])].toSorted(),
  )
  expect(names.length).toBeGreaterThan(60)
})

/** Returns the names of the fields and parameters in a part of the document whose type is boolean. */
function booleansIn(part: unknown): readonly string[] {
  if (Array.isArray(part)) return part.flatMap(booleansIn)
  if (typeof part !== 'object' || part === null) return []
  const { properties = {}, name, schema } = part as Node
  const isBoolean = (value: unknown) =>
    [(value as Node | undefined)?.['type']].flat().some((type) => type === 'boolean')
  return [
    ...Object.entries(properties as object).flatMap(([key, value]) => (isBoolean(value) ? [key] : [])),
    ...(typeof name === 'string' && isBoolean(schema) ? [name] : []),
    ...Object.entries(part).flatMap(([key, value]) => (key.startsWith('example') ? [] : booleansIn(value))),
  ]
}
