import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { SealedThings, sealedPlaces } from '../../../src/ports/sealing.ts'
import { RotateSecrets } from '../../../src/use-cases/sender/rotate-secrets.ts'
import { createTenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

/** Decryption with other keys is tested in test/postgres/sender/sealed-at-rest.test.ts. */
describe('SealedThings', () => {
  let world: World
  let things: SealedThings
  beforeAll(async () => {
    world = await createWorld()
    things = world.container.get(SealedThings)
    await createTenant(world)
  })
  afterAll(() => world.close())

  it('can be decrypted with the present keys', async () => {
    expect(await things.faultOfKeys()).toBeNull()
    expect(await things.olderKeys()).toEqual([])
  })

  it('are encrypted with the newest key, so that nothing needs to be re-encrypted', async () => {
    for (const place of sealedPlaces)
      expect(await things.sealNext(place, null)).toEqual({
        sealed: 0,
        olderKeys: [],
        unreadable: 0,
        next: null,
      })
  })

  it('are checked without an error if nothing is to be done', async () => {
    expect(await world.container.get(RotateSecrets).execute()).toEqual({
      newestKey: 'session',
      places: sealedPlaces.map((place) => ({ place, sealed: 0 })),
      olderKeys: [],
      unreadable: 0,
      retiredKeys: [],
    })
  })
})
