import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { SealedThings, sealedPlaces } from '../../../src/ports/sender/sealed-things.ts'
import { RotateSecrets } from '../../../src/use-cases/sender/rotate-secrets.ts'
import { createTenant } from '../../support/tenant.ts'
import { adapters, createWorld, type World } from '../../support/world.ts'

/**
 * Adapters in memory seal nothing, so other keys are tested in test/postgres/sender/sealed-at-rest.test.ts.
 */
describe.each(adapters)('SealedThings on %s', (name) => {
  let world: World
  let things: SealedThings
  beforeAll(async () => {
    world = await createWorld(name)
    things = world.container.get(SealedThings)
    await createTenant(world)
  })
  afterAll(() => world.close())

  it('open by the keys that there are', async () => {
    expect(await things.faultOfKeys()).toBeNull()
    expect(await things.olderKeys()).toEqual([])
  })

  it('are as new where this version has made them, so that nothing is left to seal', async () => {
    for (const place of sealedPlaces)
      expect(await things.sealNext(place, null)).toEqual({
        sealed: 0,
        olderKeys: [],
        unreadable: 0,
        next: null,
      })
  })

  it('are gone through without a word where nothing is to do', async () => {
    expect(await world.container.get(RotateSecrets).execute({ begin: false })).toEqual({
      newestKey: 'session',
      places: sealedPlaces.map((place) => ({ place, sealed: 0 })),
      olderKeys: [],
      unreadable: 0,
      retiredKeys: [],
    })
  })
})
