import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type Api, createApi } from '../../support/api.ts'
import { createWorld, type World } from '../../support/world.ts'

let world: World
let api: Api
let document: Node

type Node = { readonly [key: string]: unknown }

beforeAll(async () => {
  world = await createWorld()
  api = await createApi(world)
  document = (await api.ask('/openapi.json', { undocumented: true })).body
})
afterAll(() => world.close())

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

function* nodesOf(node: Node, path = ''): Generator<readonly [path: string, node: Node]> {
  yield [path, node]
  for (const [key, value] of Object.entries(node)) if (isNode(value)) yield* nodesOf(value, `${path}/${key}`)
}

const pathsWhere = (holds: (node: Node) => boolean) =>
  [...nodesOf(document)].filter(([, node]) => holds(node)).map(([path]) => path)

it('the OpenAPI document has no choice of a single schema, because generated code would not compile', () => {
  const isSingle = (choices: unknown) => Array.isArray(choices) && choices.length === 1
  expect(pathsWhere(({ anyOf, oneOf, allOf }) => [anyOf, oneOf, allOf].some(isSingle))).toEqual([])
})

it('the OpenAPI document has no object or list with text as a default, which would lose its type', () => {
  expect(
    pathsWhere((node) => isNode(node['default']) && /[:[]"/.test(JSON.stringify(node['default']))),
  ).toEqual([])
})

it('the OpenAPI document uses no pattern that needs the unicode flag', () => {
  expect(pathsWhere(({ pattern }) => typeof pattern === 'string' && pattern.includes('\\p{'))).toEqual([])
})

it('the OpenAPI document limits the length of no enumeration, because generated code would not compile', () => {
  const limitsEnum = (node: Node) =>
    Array.isArray(node['enum']) && ('minLength' in node || 'maxLength' in node)
  expect(pathsWhere(limitsEnum)).toEqual([])
})

it('the OpenAPI document has no field called "example", which linters take for an example of the schema', () => {
  const named = pathsWhere((node) => isNode(node['properties']) && 'example' in node['properties'])
  expect(named).toEqual([])
})

it.each(['/api/v1/public/data-tables/ingest/{token}', '/api/v1/public/ingest'])(
  'the OpenAPI document says that %s accepts any form for open tables',
  (path) => {
    const { [path]: route = {} } = document['paths'] as Record<string, Node>
    const { requestBody } = route['post'] as { requestBody: { content: Record<string, { schema: Node }> } }
    expect(Object.keys(requestBody.content)).toEqual([
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/xml',
      'text/xml',
    ])
    expect(requestBody.content['application/json']?.schema['anyOf']).toHaveLength(3)
  },
)
