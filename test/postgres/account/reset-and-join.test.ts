import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type pg from 'pg'
import { type Api, createApi } from '../../support/api.ts'
import { addMember, signUp } from '../../support/data/person.ts'
import { turnOnSecondFactor } from '../../support/data/sign-in/second-factor.ts'
import { untilLocksAreAwaited } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

let world: World
let api: Api
/** A database connection that the test controls. It delays the commit of an accepted invitation. */
let other: pg.Client

beforeAll(async () => {
  world = await createWorld()
  api = await createApi(world)
  other = await world.connect()
})
afterAll(async () => {
  await api.close()
  await world.close()
})

it('an admin does not reset the second factor of a member who is just joining another organization', async () => {
  const [admin, stranger] = [await signUp(api), await signUp(api)]
  const member = await addMember(api, world.container, admin.organizationId)
  await turnOnSecondFactor(member, world.clock)
  const { items } = await admin.do('GET', '/members')
  const { id } = items.find((one: { email: string }) => one.email === member.email)
  const { url } = await stranger.do('POST', '/invitations', { email: member.email, role: 'editor' })
  const invitation = /#(inv_\w+)/.exec(url ?? world.mails.at(-1)?.text ?? '')?.[1]
  await other.query('begin')
  await other.query('lock table audit_events in share mode')
  const joining = member.ask('POST', '/auth/invitations/accept', { invitation })
  await untilLocksAreAwaited(world.sql)
  const resetting = admin.ask('DELETE', `/members/${id}/second-factor`)
  await untilLocksAreAwaited(world.sql, 2)
  await other.query('commit')
  expect([(await joining).status, (await resetting).status]).toEqual([201, 409])
  expect((await member.do('GET', '/profile')).secondFactor).toMatchObject({ recoveryCodes: 10 })
})
