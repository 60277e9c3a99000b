import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createApi } from '../../support/api.ts'
import type { OpenApiDocument } from '../../support/contracts/contract-check.ts'
import { createWorld, type World } from '../../support/world.ts'

interface Operation {
  readonly method: string
  readonly path: string
  readonly operationId: string
}

let world: World
let operations: readonly Operation[]

beforeAll(async () => {
  world = await createWorld()
  const { document } = await createApi(world)
  operations = operationsOf(document)
})
afterAll(() => world.close())

function operationsOf({ paths }: OpenApiDocument): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      operationId: operation.operationId,
      method,
      path,
    })),
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
