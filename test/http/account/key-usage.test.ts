import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('the last use of an API key', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop

  beforeEach(async () => {
    world = await createWorld()
    api = await createApi(world)
    person = await signUp(api)
    own = await createWorkshop(person)
  })
  afterEach(() => world.close())

  const lastUsed = async () => {
    await world.settle()
    return (await person.do('GET', '/api-keys')).items[0].lastUsedAt
  }
  const ingest = (records: object[] = [{ name: 'x', email: 'y' }]) =>
    api.ingest([], { key: own.apiKey, json: { dataTableId: own.dataTableId, records } })

  it('is empty before the first request', async () => {
    expect(await lastUsed()).toBeNull()
  })

  it('has a precision of one minute, and changes with the next request', async () => {
    world.clock.set('2026-11-20T12:34:56.000Z')
    await ingest()
    expect(await lastUsed()).toBe('2026-11-20T12:34:00.000Z')
    world.clock.set('2026-11-20T12:36:01.000Z')
    await api.trigger({ key: own.apiKey, spinnerId: own.spinnerId })
    expect(await lastUsed()).toBe('2026-11-20T12:36:00.000Z')
  })

  it('does not change with a refused request', async () => {
    await person.do('DELETE', `/api-keys/${own.apiKeyId}`)
    expect((await ingest()).status).toBe(401)
    expect(await lastUsed()).toBeNull()
  })
})
