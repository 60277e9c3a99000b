import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { provideValue } from '../../../src/composition/provide.ts'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import type { SignUpMode } from '../../../src/domain/account/sign-up-mode.ts'
import { SignUpRules } from '../../../src/use-cases/account/sign-up.ts'
import { Invitations } from '../../../src/use-cases/account/team/invitations.ts'
import { type Api, createApi, type Reply, statuses } from '../../support/api.ts'
import { createWorld, type World } from '../../support/world.ts'

const person = { email: 'ada@example.com', password: 'correct horse battery staple', name: 'Ada' }
const withOwn = { ...person, organizationName: 'Analytical Engines' }

describe('sign-up', () => {
  let world: World
  let api: Api

  const within = (mode: SignUpMode) => {
    beforeAll(async () => {
      world = await createWorld([provideValue(SignUpRules, new SignUpRules('starter', mode, false))])
      api = await createApi(world)
    })
    afterAll(() => world.close())
  }
  const signUp = (json: object): Promise<Reply> => api.ask('/api/v1/auth/sign-up', { method: 'POST', json })
  const invite = async (email: string, organizationId: string | null = null): Promise<string> => {
    const link = await world.container.get(Invitations).create({ email, organizationId, by: operator })
    return link.split('#')[1] ?? ''
  }

  describe('that is closed', () => {
    within('closed')

    it('is refused with a message, with an invitation too', async () => {
      const { status, body } = await signUp(withOwn)
      expect([status, body['code'], body['message']]).toEqual([
        403,
        'FORBIDDEN',
        'Sign-up is closed; ask the operator of this service for an account',
      ])
      expect((await signUp({ ...withOwn, invitation: await invite(person.email) })).status).toBe(403)
    })
  })

  describe('by invitation', () => {
    within('invite')

    it('is refused without an invitation', async () => {
      const { status, body } = await signUp(withOwn)
      expect([status, body['message']]).toEqual([
        403,
        'Sign-up requires an invitation; ask the operator of this service for one',
      ])
    })

    it('creates an organization for the address that was invited, once', async () => {
      const invitation = await invite(' Ada@Example.com')
      const stranger = await signUp({ ...withOwn, email: 'eve@example.com', invitation })
      expect([stranger.status, stranger.body['errors']]).toEqual([
        400,
        [{ pointer: '/invitation', code: 'INVALID_TOKEN' }],
      ])
      const { status, body } = await signUp({ ...withOwn, invitation })
      expect([status, body['user']]).toEqual([201, expect.objectContaining({ role: 'owner' })])
      expect((await signUp({ ...withOwn, invitation })).status).toBe(400)
    })

    it('adds an editor to an existing organization', async () => {
      const { organizationId } = world.demo
      const invitation = await invite('charles@example.com', organizationId)
      const { status, body } = await signUp({ ...person, email: 'charles@example.com', invitation })
      expect(status).toBe(201)
      expect(body['user']).toMatchObject({ role: 'editor' })
      expect(body['organization']).toMatchObject({ id: organizationId })
    })

    it('keeps the invitation unused if the name of the new organization is missing', async () => {
      const invitation = await invite('grace@example.com')
      const grace = { ...person, email: 'grace@example.com', invitation }
      const { status, body } = await signUp(grace)
      expect([status, body['errors']]).toEqual([
        400,
        [expect.objectContaining({ pointer: '/organizationName' })],
      ])
      expect((await signUp({ ...grace, organizationName: 'Compilers' })).status).toBe(201)
    })

    it('works once when it is used eight times at once', async () => {
      const email = 'alan@example.com'
      const invitation = await invite(email)
      const replies = await Promise.all(
        Array.from({ length: 8 }, () => signUp({ ...withOwn, email, invitation })),
      )
      expect(statuses(replies)).toEqual([201, ...Array(7).fill(400)])
    })

    it('is good for seven days', async () => {
      const email = 'late@example.com'
      const invitation = await invite(email)
      world.clock.set(new Date(world.clock.now().getTime() + 7 * 24 * 3_600_000).toISOString())
      expect((await signUp({ ...withOwn, email, invitation })).status).toBe(400)
    })

    it('creates no invitation for an unknown organization or for a value that is not an address', async () => {
      await expect(invite('a@example.com', world.demo.spinnerId)).rejects.toThrow('Organization not found')
      await expect(invite('nobody')).rejects.toThrow('The text is not an e-mail address')
    })
  })

  describe('that is open', () => {
    within('open')

    it('needs no invitation, and accepts one', async () => {
      expect((await signUp(withOwn)).status).toBe(201)
      const email = 'charles@example.com'
      const invitation = await invite(email, world.demo.organizationId)
      expect((await signUp({ ...person, email, invitation })).body['organization']).toMatchObject({
        id: world.demo.organizationId,
      })
      expect((await signUp({ ...person, email: 'b@example.com' })).status).toBe(400)
    })
  })
})
