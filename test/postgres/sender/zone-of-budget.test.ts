import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { SenderStore } from '../../../src/ports/sender/senders.ts'
import { type Api, createApi } from '../../support/api.ts'
import { signUp } from '../../support/data/person.ts'
import { addSender } from '../../support/data/senders.ts'
import { createWorld, type World } from '../../support/world.ts'

let world: World
let api: Api
beforeAll(async () => {
  world = await createWorld()
  api = await createApi(world)
})
afterAll(async () => {
  await api.close()
  await world.close()
})

it.each([
  ['west', 'Pacific/Auckland', 'America/Los_Angeles'],
  ['east', 'America/Los_Angeles', 'Pacific/Auckland'],
])('a zone moved %s keeps the messages of the present day until its next midnight', async (_to, from, to) => {
  world.clock.set('2026-11-20T12:00:00.000Z')
  const person = await signUp(api)
  const id = await addSender(world, person.organizationId, { timeZone: from, dailyLimit: 7 })
  await world.sql.query(
    `insert into sender_budgets (sender_id, day, used, next_at, scheduled_until, zone)
     values ($1, ($2::timestamptz at time zone $3)::date, 7, $2, $2, $3)`,
    [id, world.clock.now(), from],
  )
  const used = async () => (await world.container.get(SenderStore).find(person.organizationId, id))?.usedToday
  expect(await used()).toBe(7)
  await person.do('PATCH', `/senders/${id}`, { limits: { timeZone: to } })
  expect(await used()).toBe(7)
  await person.do('PATCH', `/senders/${id}`, { limits: { timeZone: from } })
  expect(await used()).toBe(7)
  await person.do('PATCH', `/senders/${id}`, { limits: { timeZone: to } })
  // Midnight is at 11:00 UTC in Auckland, and at 8:00 UTC in Los Angeles.
  world.clock.set(to === 'Pacific/Auckland' ? '2026-11-21T10:59:00.000Z' : '2026-11-21T07:59:00.000Z')
  expect(await used()).toBe(7)
  world.clock.set(to === 'Pacific/Auckland' ? '2026-11-21T11:01:00.000Z' : '2026-11-21T08:01:00.000Z')
  expect(await used()).toBe(0)
})
