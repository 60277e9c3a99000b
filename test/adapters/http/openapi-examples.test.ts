import { expect, it } from '@jest/globals'
import { withExamples } from '../../../src/adapters/http/openapi/examples.ts'

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const kind = (name: string) => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { const: name } },
})
const pathsWith = (schema: object, example: unknown) => ({
  '/tables': { get: { responses: { 200: { content: { 'application/json': { schema, example } } } } } },
})

it('gives a named schema the part of a body’s example that belongs to it', () => {
  const table = { type: 'object', properties: { owner: refTo('Owner'), name: { type: 'string' } } }
  const owner = { type: 'object', properties: { email: { type: 'string' } } }
  const example = { items: [{ name: 'Leads', owner: { email: 'ada@example.com' } }, { name: 'Customers' }] }
  const list = { type: 'object', properties: { items: { type: 'array', items: refTo('Table') } } }
  expect(withExamples({ Table: table, Owner: owner }, pathsWith(list, example))).toEqual({
    Table: { ...table, examples: [{ name: 'Leads', owner: { email: 'ada@example.com' } }] },
    Owner: { ...owner, examples: [{ email: 'ada@example.com' }] },
  })
})

it('gives a part of an example only to the choice that it fits', () => {
  const schemas = { Wait: kind('wait'), Email: kind('email') }
  const steps = { type: 'array', items: { anyOf: [refTo('Wait'), refTo('Email')] } }
  expect(withExamples(schemas, pathsWith(steps, [{ kind: 'email' }]))).toEqual({
    Wait: schemas.Wait,
    Email: { ...schemas.Email, examples: [{ kind: 'email' }] },
  })
})

it('keeps the own examples of a schema, and leaves a schema without one if no body contains it', () => {
  const schemas = { Owner: { type: 'object', examples: [{ id: '1' }] }, Plan: { type: 'object' } }
  expect(withExamples(schemas, pathsWith(refTo('Owner'), { id: '2' }))).toEqual(schemas)
})
