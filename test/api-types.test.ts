import { describe, expect, it } from '@jest/globals'
import { type ApiDocument, apiTypes } from '../scripts/generated/api-types.ts'

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const operation = (parts: object) => ({ summary: 'Do a thing', responses: { 204: {} }, ...parts })

/** Returns the emitted types of the given routes and named schemas without indentation and comments. */
function typesOf(paths: object, schemas: object = {}): string {
  const document = { paths, components: { schemas } } as ApiDocument
  return apiTypes(document)
    .replaceAll(/\/\*\*.*?\*\/\n/gs, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim()
}

const typeOf = (schema: object) => typesOf({}, { It: schema }).replace(/ export interface Routes \{\}$/, '')

describe('the types of the API', () => {
  it.each([
    [{ type: 'integer', minimum: 1 }, 'number'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ type: 'string', enum: ['asc', 'desc'] }, '"asc" | "desc"'],
    [{ const: true }, 'true'],
    [{ anyOf: [{ type: 'string' }, { $ref: '#/components/schemas/Other' }] }, 'string | Other'],
    [{ type: 'array', items: { type: ['number', 'null'] } }, '(number | null)[]'],
    [{ type: 'object' }, '{ [name: string]: unknown }'],
    [{ type: 'object', additionalProperties: { type: 'boolean' } }, '{ [name: string]: boolean }'],
    [{ type: 'object', additionalProperties: false, properties: {} }, '{}'],
    [
      { type: ['object', 'null'], properties: { 'a-b': { type: 'string' } }, required: ['a-b'] },
      '{ "a-b": string } | null',
    ],
    [{}, 'unknown'],
  ])('has %j as a type', (schema, type) => {
    expect(typeOf(schema)).toBe(`export type It = ${type}`)
  })

  it('has no answer for a route that only redirects', () => {
    const route = operation({ responses: { 302: {} } })
    expect(typesOf({ '/go': { get: route } })).toContain('"answer": never')
  })

  it('requires a field with a default in an answer, and not in a request', () => {
    const limit = { type: 'object', properties: { limit: { type: 'integer', default: 50 } } }
    const route = operation({
      requestBody: { required: true, ...json(limit) },
      responses: { 200: json(limit) },
    })
    const types = typesOf({ '/things': { post: route } })
    expect(types).toContain('"request": { "body": { "limit"?: number } }')
    expect(types).toContain('"answer": { "limit": number }')
  })

  it('has the parameters of a route by their place, required where the route requires them', () => {
    const parameters = [
      { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'limit', in: 'query', schema: { type: 'integer' } },
    ]
    expect(typesOf({ '/things/{id}': { get: operation({ parameters }) } })).toContain(
      '"GET": { "request": { "params": { "path": { "id": string } "query"?: { "limit"?: number } } }',
    )
  })

  it('joins the successful answers and leaves out refusals', () => {
    const responses = {
      200: json({ type: 'string' }),
      204: {},
      206: { content: { 'text/csv': { schema: {} } } },
      404: json({ type: 'boolean' }),
    }
    expect(typesOf({ '/things': { delete: operation({ responses }) } })).toContain(
      '"answer": string | undefined | unknown',
    )
  })

  it('keeps a description from ending its comment', () => {
    const document = {
      paths: {},
      components: { schemas: { It: { type: 'string', description: 'a */ b' } } },
    } as ApiDocument
    expect(apiTypes(document)).toContain('/** a *\\/ b */\nexport type It = string')
  })
})
