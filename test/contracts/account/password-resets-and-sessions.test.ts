import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { newPasswordReset } from '../../../src/domain/account/password/password-reset.ts'
import { newSession } from '../../../src/domain/account/sessions/session.ts'
import { Credentials } from '../../../src/ports/account/credentials.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { demoEmail } from '../../../src/use-cases/account/demo/set-up-demo.ts'
import { demoAccount } from '../../support/demo/demo-account.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('a new password', () => {
  let world: World
  let unitOfWork: UnitOfWork
  let accountId: string
  const userId = () => world.demo.userId ?? ''

  beforeAll(async () => {
    world = await createWorld()
    accountId = (await demoAccount(world)).id
    unitOfWork = world.container.get(UnitOfWork)
  })
  afterAll(() => world.close())

  it('ends the unused reset links of the account', async () => {
    const now = world.clock.now()
    for (const digest of ['one', 'other'])
      await unitOfWork.run((tx) => tx.accountLinks.addReset(demoEmail, newPasswordReset(digest, now)))
    await unitOfWork.run((tx) => tx.accountLinks.endResets(accountId, now))
    for (const digest of ['one', 'other'])
      expect(await unitOfWork.run((tx) => tx.accountLinks.takeReset(digest, now))).toBeNull()
  })

  it('ends the sessions of the account except the one that is kept', async () => {
    const now = world.clock.now()
    const session = newSession(world.container.get(Ids).next(), userId(), now)
    const endOf = async () => (await world.container.get(Credentials).signedIn(session.id))?.session.end
    await unitOfWork.run((tx) => tx.sessions.start(session, []))
    await unitOfWork.run((tx) => tx.sessions.endAll(accountId, 'password_reset', now, session.id))
    expect(await endOf()).toBeNull()
    const another = { ...session, id: world.container.get(Ids).next() }
    await unitOfWork.run((tx) => tx.sessions.endAll(accountId, 'password_reset', now, another.id))
    expect(await endOf()).toBe('password_reset')
  })
})
