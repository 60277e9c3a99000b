import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import { provideValue } from '../../../src/composition/provide.ts'
import { SignUpRules } from '../../../src/use-cases/account/sign-up.ts'
import { type Api, createApi, type Reply } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { acceptingAccounts } from '../../support/data/senders.ts'
import { untilLocksAreAwaited } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

const smtp = { host: 'smtp.own.example', port: 465, tls: 'tls', user: 's', password: 'secret' }
const password = 'correct horse battery staple'

describe('a request that ends all access to an organization', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop
  /** A database connection that the test controls. It holds locks that requests of the test wait for. */
  let other: pg.Client

  beforeAll(async () => {
    world = await createWorld([
      acceptingAccounts,
      provideValue(SignUpRules, new SignUpRules('starter', 'open', true)),
    ])
    api = await createApi(world)
    other = await world.connect()
  })
  afterAll(async () => {
    await api.close()
    await world.close()
  })
  beforeEach(async () => {
    person = await signUp(api)
    own = await createWorkshop(person)
  })

  const deletion = () =>
    person.ask('POST', '/organization/deletion', { name: 'Analytical Engines', password })
  const takeOver = async () => {
    const json = { email: person.email }
    await api.ask('/api/v1/auth/password-reset', { method: 'POST', json })
    const mail = world.mails.findLast(({ to }) => to === person.email)?.text ?? ''
    const token = /#(rst_\w+)/.exec(mail)?.[1]
    const reset = { token, password: 'yet another horse battery' }
    return () => api.ask('/api/v1/auth/password-reset/confirm', { method: 'POST', json: reset })
  }
  const createKey = (name = 'Late') => person.ask('POST', '/api-keys', { name, scopes: ['jobs:read'] })
  const rotateKey = () => person.ask('POST', `/api-keys/${own.apiKeyId}/rotate`)
  const codeOf = ({ status, body }: Reply) => [status, body['code']]

  /** Runs `first` and then `second`, which both wait for the organization, in this order. */
  async function inOrder(first: () => Promise<Reply>, second: () => Promise<Reply>): Promise<Reply[]> {
    await other.query('begin')
    await other.query('select from organizations where id = $1 for no key update', [person.organizationId])
    const replies = [first()]
    await untilLocksAreAwaited(world.sql)
    replies.push(second())
    await untilLocksAreAwaited(world.sql, 2)
    await other.query('commit')
    return Promise.all(replies)
  }

  /** Runs `ending` while `begun` has written its rows, but not committed them. */
  async function duringCommit(begun: () => Promise<Reply>, ending: () => Promise<Reply>): Promise<Reply[]> {
    await other.query('begin')
    await other.query('lock table audit_events in share mode')
    const replies = [begun()]
    await untilLocksAreAwaited(world.sql)
    replies.push(ending())
    await untilLocksAreAwaited(world.sql, 2)
    await other.query('commit')
    return Promise.all(replies)
  }

  const use = (key: unknown) => api.trigger({ key: String(key), spinnerId: own.spinnerId })

  it('ends a key that another request is rotating, and its successor', async () => {
    const [rotated, closed] = await duringCommit(rotateKey, deletion)
    expect([rotated?.status, closed?.status]).toEqual([201, 200])
    expect(codeOf(await use(rotated?.body['secret']))).toEqual([403, 'ORGANIZATION_CLOSED'])
  })

  it('revokes the successor of a key that a stranger is rotating', async () => {
    const [rotated, taken] = await duringCommit(rotateKey, await takeOver())
    expect([rotated?.status, taken?.status]).toEqual([201, 204])
    expect(codeOf(await use(rotated?.body['secret']))).toEqual([401, 'INVALID_API_KEY'])
  })

  it.each([
    ['API key', createKey],
    ['successor of an API key', rotateKey],
    ['data table', () => person.ask('POST', `/projects/${own.projectId}/data-tables`, { name: 'Late' })],
    ['webhook URL', () => person.ask('POST', `/data-tables/${own.dataTableId}/webhook-url/rotate`)],
    ['event URL', () => person.ask('POST', '/organization/provider-webhooks/ses/rotate')],
    ['invitation', () => person.ask('POST', '/invitations', { email: 'late@example.com', role: 'editor' })],
  ])('lets a request that waits for it create no %s in a closed organization', async (_, create) => {
    const [closed, late] = await inOrder(deletion, create)
    expect(closed?.status).toBe(200)
    expect(codeOf(late ?? never)).toEqual([403, 'ORGANIZATION_CLOSED'])
  })

  it.each([
    ['API key', createKey],
    ['webhook URL', () => person.ask('POST', `/data-tables/${own.dataTableId}/webhook-url/rotate`)],
    [
      'destination',
      () =>
        person.ask('POST', '/events/destinations', {
          url: 'https://a.example/b',
          types: ['message.replied'],
        }),
    ],
    ['event URL', () => person.ask('POST', '/organization/provider-webhooks/ses/rotate')],
  ])('lets a stranger who waits for it create no %s', async (_, create) => {
    const [taken, late] = await inOrder(await takeOver(), create)
    expect(taken?.status).toBe(204)
    expect(codeOf(late ?? never)).toEqual([401, 'UNAUTHENTICATED'])
  })

  /** Runs a request that waits for the organization, while another transaction with its lock runs a statement. */
  async function duringLock(request: () => Promise<Reply>, statement: string, values: unknown[]) {
    await other.query('begin')
    await other.query('select from organizations where id = $1 for no key update', [person.organizationId])
    const reply = request()
    await untilLocksAreAwaited(world.sql)
    await other.query(statement, values)
    await other.query('commit')
    return codeOf(await reply)
  }

  it('lets a key create no destination if the key ends while the request waits', async () => {
    const key = await person.do('POST', '/api-keys', { name: 'Zap', scopes: ['events:manage'] })
    const json = { url: 'https://a.example/b', types: ['message.replied'] }
    const create = () => api.ask('/api/v1/events/destinations', { method: 'POST', key: key.secret, json })
    const revoke = 'update api_keys set revoked_at = $2 where id = $1'
    const reply = await duringLock(create, revoke, [key.id, world.clock.now()])
    expect(reply).toEqual([401, 'UNAUTHENTICATED'])
  })

  it.each([
    ['API key', createKey],
    ['successor of an API key', rotateKey],
    ['webhook URL', () => person.ask('POST', `/data-tables/${own.dataTableId}/webhook-url/rotate`)],
    ['event URL', () => person.ask('POST', '/organization/provider-webhooks/ses/rotate')],
    ['invitation', () => person.ask('POST', '/invitations', { email: 'late@example.com', role: 'editor' })],
    [
      'sender',
      () => person.ask('POST', '/senders', { kind: 'smtp', name: 'S', email: 's@own.example', smtp }),
    ],
  ])('answers a documented error if the organization moves while a new %s waits', async (_, create) => {
    const close = `
      insert into organization_departures (organization_id, move_id, status, cell, until)
      values ($1, gen_random_uuid(), 'closed', 'us2', now() + interval '1 hour')`
    expect(await duringLock(create, close, [person.organizationId])).toEqual([503, 'ORGANIZATION_MOVING'])
  })
})

const never = { status: 0, body: {} } as Reply
