import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Api, createApi, type Reply, statuses } from '../../support/api.ts'
import { addMember, type Person, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

let people = 0

/** Returns the statuses of replies in the order of their requests. */
const inOrder = (replies: readonly Reply[]) => replies.map(({ status }) => status)

describe('an own account', () => {
  let world: World
  let api: Api
  let owner: Person
  let ada: Person
  let next: string

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    owner = await signUp(api)
    ada = await addMember(api, world.container, owner.organizationId)
    people += 1
    next = `next${people}@example.com`
  })

  const post = (path: string, json: object) => api.ask(`/api/v1${path}`, { method: 'POST', json })
  const request = (email = next, password = ada.password) =>
    ada.ask('POST', '/profile/email', { email, password })
  const linkTo = (address: string): string =>
    /#(ad[no]_\w+)/.exec(world.mails.findLast(({ to }) => to === address)?.text ?? '')?.[1] ?? ''
  const links = async () => {
    expect((await request()).status).toBe(202)
    return { toOld: linkTo(ada.email), toNew: linkTo(next) }
  }
  const confirm = (token: string) => post('/auth/email/confirm', { token })
  const signInWithPassword = (email: string, password = ada.password) =>
    post('/auth/sign-in', { email, password })

  describe('with another address', () => {
    it.each([
      ['the old mailbox first', (toOld: string, toNew: string) => [toOld, toNew]],
      ['the new mailbox first', (toOld: string, toNew: string) => [toNew, toOld]],
    ])('changes when both mailboxes have confirmed it, %s, and keeps the session', async (_, order) => {
      const { toOld, toNew } = await links()
      const [first = '', second = ''] = order(toOld, toNew)
      expect((await confirm(first)).body).toEqual({ isChanged: false })
      expect((await ada.do('GET', '/profile')).email).toBe(ada.email)
      expect((await confirm(second)).body).toEqual({ isChanged: true })
      expect((await ada.do('GET', '/profile')).email).toBe(next)
      expect(inOrder([await signInWithPassword(ada.email), await signInWithPassword(next)])).toEqual([
        401, 200,
      ])
      for (const address of [ada.email, next])
        expect(world.mails.findLast(({ to }) => to === address)?.subject).toBe(
          'Your e-mail address for Spindle has changed',
        )
    })

    it('changes once if both links are opened at once', async () => {
      const { toOld, toNew } = await links()
      const replies = await Promise.all([toOld, toNew].map(confirm))
      expect(replies.map(({ body }) => body['isChanged']).toSorted((a, b) => Number(a) - Number(b))).toEqual([
        false,
        true,
      ])
      expect((await ada.do('GET', '/profile')).email).toBe(next)
    })

    it('takes each link once, for a day, and until another request', async () => {
      const first = await links()
      await confirm(first.toOld)
      expect((await confirm(first.toOld)).status).toBe(400)
      const second = await links()
      expect(inOrder([await confirm(first.toNew), await confirm(second.toNew)])).toEqual([400, 200])
      expect((await ada.do('GET', '/profile')).email).toBe(ada.email)
      world.clock.advance(24 * 60 * 60)
      expect((await confirm(second.toOld)).status).toBe(400)
      expect((await confirm('nonsense')).status).toBe(400)
    })

    it('needs the password, and an address without an account, also when it is confirmed', async () => {
      const refused = [
        await request(next, 'not the password'),
        await request(owner.email),
        await request('no address'),
      ]
      expect(inOrder(refused)).toEqual([400, 409, 400])
      const { toOld, toNew } = await links()
      await confirm(toOld)
      await signUp(api, { email: next })
      expect((await confirm(toNew)).status).toBe(409)
      expect((await ada.do('GET', '/profile')).email).toBe(ada.email)
    })

    it('is no longer changed after a new password', async () => {
      const { toOld, toNew } = await links()
      await confirm(toNew)
      const newPassword = 'a new horse battery staple'
      await ada.do('POST', '/auth/password', { currentPassword: ada.password, newPassword })
      expect((await confirm(toOld)).status).toBe(400)
    })

    it('ends links for a new password, which are in the old mailbox', async () => {
      await post('/auth/password-reset', { email: ada.email })
      const token = /#(rst_\w+)/.exec(world.mails.at(-1)?.text ?? '')?.[1] ?? ''
      const { toOld, toNew } = await links()
      await confirm(toOld)
      await confirm(toNew)
      const password = 'a new horse battery staple'
      expect((await post('/auth/password-reset/confirm', { token, password })).status).toBe(400)
    })
  })

  describe('of a person who leaves', () => {
    it('is deleted after the person has typed its address', async () => {
      const wrong = await ada.ask('POST', '/profile/leave', { email: owner.email })
      expect([wrong.status, wrong.body['errors']]).toEqual([
        400,
        [expect.objectContaining({ pointer: '/email', code: 'EMAIL_MISMATCH' })],
      ])
      const left = await ada.ask('POST', '/profile/leave', { email: ` ${ada.email.toUpperCase()}` })
      expect([left.status, left.headers.get('set-cookie')]).toEqual([
        204,
        expect.stringContaining('Max-Age=0'),
      ])
      expect((await ada.ask('GET', '/profile')).status).toBe(401)
      expect((await signInWithPassword(ada.email)).status).toBe(401)
      const { items } = await owner.do('GET', '/members')
      expect(items.map(({ email }: { email: string }) => email)).not.toContain(ada.email)
    })

    it('stays if the person is the last owner, also if two owners leave at once', async () => {
      const first = await signUp(api)
      const leave = (person: Person) => person.ask('POST', '/profile/leave', { email: person.email })
      expect((await leave(first)).status).toBe(409)
      const second = await addMember(api, world.container, first.organizationId, 'owner')
      expect(statuses(await Promise.all([first, second].map(leave))).toSorted((a, b) => a - b)).toEqual([
        204, 409,
      ])
    })
  })
})
