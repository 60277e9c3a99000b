import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { newSession } from '../../../src/domain/account/sessions/session.ts'
import { CredentialUsage } from '../../../src/ports/account/credential-usage.ts'
import { AccountQueries } from '../../../src/ports/account/organizations.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { contract, part } from '../../support/contracts/contract.ts'
import { createWorld, type World } from '../../support/world.ts'

contract([part(CredentialUsage, 'noteSession')], (name) => {
  let world: World
  let id: string

  beforeAll(async () => {
    world = await createWorld(name)
    id = world.container.get(Ids).next()
    const session = newSession(id, world.demo.userId ?? '', world.clock.now())
    await world.container.get(UnitOfWork).run((tx) => tx.sessions.start(session, []))
  })
  afterAll(() => world.close())

  const seenAt = async () => (await world.container.get(AccountQueries).signedIn(id))?.session.seenAt
  const later = (minutes: number) => new Date(world.clock.now().getTime() + minutes * 60_000)

  it('keeps the latest use with a precision of one minute, and ignores an unknown session', async () => {
    expect(await seenAt()).toEqual(world.clock.now())
    const usage = world.container.get(CredentialUsage)
    usage.noteSession(id, later(7))
    usage.noteSession(id, later(6))
    usage.noteSession(world.container.get(Ids).next(), later(6))
    await world.settle()
    const seen = (await seenAt())?.getTime() ?? 0
    expect(Math.abs(seen - later(7).getTime())).toBeLessThan(60_000)
  })
})
