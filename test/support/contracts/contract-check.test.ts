import { describe, expect, it } from '@jest/globals'
import { ContractCheck, type Observed } from './contract-check.ts'

const schema = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } }
const operation = {
  operationId: 'tables.use',
  responses: { 200: { content: { 'application/json': { schema } } }, 204: {} },
}
const check = new ContractCheck({
  paths: {
    '/tables': { get: operation },
    '/tables/{id}': { get: operation },
    '/tables/mine': { post: operation },
  },
  components: { schemas: {} },
})

const observed = (parts: Partial<Observed> = {}): Observed => ({
  method: 'GET',
  path: '/tables',
  status: 200,
  contentType: 'application/json; charset=utf-8',
  hasEntityTag: false,
  body: { id: 'a' },
  ...parts,
})

describe('the check of responses against the OpenAPI document', () => {
  it.each([
    ['a path', {}],
    ['a path with a query', { path: '/tables?limit=2' }],
    ['a path with a parameter and a query', { path: '/tables/5?limit=2&cursor=/a/b' }],
    ['an answer without a body', { status: 204, contentType: '', body: {} }],
  ])('accepts %s that is documented', (_what, parts) => {
    expect(() => check.assertDocumented(observed(parts))).not.toThrow()
  })

  it.each([
    ['a path', { path: '/chairs' }, 'a path that the document lacks'],
    ['a part of a path', { path: '/tables/5/6' }, 'a path that the document lacks'],
    ['a method', { method: 'DELETE' }, 'a method that the document lacks'],
    [
      'a method of a path that is a case of another',
      { path: '/tables/mine' },
      'a method that the document lacks',
    ],
    ['a status', { status: 404 }, 'which it does not document'],
    [
      'a status of a path with a query',
      { path: '/tables?limit=2', status: 404 },
      'which it does not document',
    ],
    ['a type', { contentType: 'text/html' }, 'which it does not document'],
    ['an ETag', { hasEntityTag: true }, 'has another ETag'],
    ['a body', { body: { id: 5 } }, 'differs from its document'],
  ])('fails for %s that is not documented', (_what, parts, words) => {
    expect(() => check.assertDocumented(observed(parts))).toThrow(words)
  })

  it('permits an undocumented response if a test says so, and refuses an unnecessary permission', () => {
    expect(() => check.assertUndocumented({ method: 'GET', path: '/chairs' })).not.toThrow()
    expect(() => check.assertUndocumented({ method: 'DELETE', path: '/tables' })).not.toThrow()
    expect(() => check.assertUndocumented({ method: 'GET', path: '/tables?limit=2' })).toThrow(
      'needs no allowance',
    )
  })
})
