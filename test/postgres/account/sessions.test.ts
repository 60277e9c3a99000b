import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { newSession } from '../../../src/domain/account/sessions/session.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { ChangeOrganization } from '../../../src/use-cases/account/change-organization.ts'
import { openSession } from '../../../src/use-cases/account/sessions/open-session.ts'
import { untilLocksAreAwaited } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

it('a sign-in while several sessions are turned off leaves one session', async () => {
  const { organizationId, userId } = world.demo
  const allow = (allowsSeveralSessions: boolean) =>
    world.container
      .get(ChangeOrganization)
      .execute({ organizationId, changes: { allowsSeveralSessions }, signedIn: null, by: operator })
  const client = { kind: 'console', userAgent: null, ipAddress: null } as const
  const [isRead, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const signIn = (before: () => Promise<void>) =>
    world.container.get(UnitOfWork).run(async (tx) => {
      const user = await tx.accounts.lockUser(userId)
      if (user === null) throw new Error('The demo has an owner')
      await openSession(
        tx,
        user,
        newSession(world.container.get(Ids).next(), userId, world.clock.now(), client),
      )
      await before()
    })
  await allow(true)
  await signIn(async () => {})
  const second = signIn(() => {
    isRead.resolve()
    return goOn.promise
  })
  await isRead.promise
  const turningOff = allow(false)
  await Promise.race([turningOff, untilLocksAreAwaited(world.sql)])
  goOn.resolve()
  await Promise.all([second, turningOff])
  const { rows } = await world.sql.query('select id from sessions where user_id = $1 and ended_at is null', [
    userId,
  ])
  expect(rows).toHaveLength(1)
})
