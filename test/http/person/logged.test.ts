import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { provideValue } from '../../../src/composition/provide.ts'
import type { Outcome } from '../../../src/domain/job/recipient/recipient.ts'
import { EmailChannel } from '../../../src/ports/sender/message/channels.ts'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, personOf, signUp, type Workshop } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const serverResponse = '250 2.0.0 Ok: queued as 4Y1k'

class Relay extends EmailChannel {
  override async send(): Promise<Outcome> {
    const receipt = { messageId: '<m@example.com>', providerId: 'p1', providerThread: null, serverResponse }
    return { kind: 'sent', receipt }
  }
}

describe('the messages sent to a person', () => {
  let world: World
  let api: Api
  let owner: Person
  let own: Workshop
  const email = 'ada@example.com'
  beforeAll(async () => {
    world = await createWorld([provideValue(EmailChannel, new Relay())])
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    owner = await signUp(api)
    own = await createWorkshop(owner)
    await owner.do('PATCH', '/organization', { keepsBodies: true })
    await owner.do('POST', `/spinners/${own.spinnerId}/jobs`)
    await world.drain()
  })

  it('are in the timeline of the person, with the answer of the server', async () => {
    const { items } = await personOf(owner, email)
    const sent = items.find(({ kind }: { kind: string }) => kind === 'sent')
    expect(sent.mail).toMatchObject({ to: email, subject: 'Welcome, Ada', status: 'sent', serverResponse })
    expect(await owner.do('GET', `/messages/${sent.mail.id}`)).toMatchObject({ text: 'Hello Ada' })
  })

  it('are exported with their content', async () => {
    const { log, messages } = await owner.do('POST', '/people/export', { email })
    expect(messages).toEqual([])
    expect(log).toMatchObject([{ to: email, subject: 'Welcome, Ada', text: 'Hello Ada', serverResponse }])
  })

  it('are deleted by an erasure, and those to others stay', async () => {
    const { stores } = await owner.do('POST', '/people/erase', { email })
    expect(stores).toContainEqual({ store: 'messages', erased: 1 })
    expect((await owner.do('GET', '/messages')).items).toMatchObject([{ to: 'grace@example.com' }])
    expect(await owner.do('POST', '/people/export', { email })).toMatchObject({ log: [] })
  })

  it('can be filtered in the log by address and state', async () => {
    const list = async (query: string) => (await owner.do('GET', `/messages?${query}`)).items
    expect(await list('email=ADA@example.com')).toHaveLength(1)
    expect(await list('status=sent')).toHaveLength(2)
    expect(await list('status=bounced')).toEqual([])
    const bad = await owner.ask('GET', '/messages?status=lost')
    expect([bad.status, bad.body['code']]).toEqual([400, 'VALIDATION_FAILED'])
    expect((await owner.ask('GET', '/messages?email=nobody')).status).toBe(400)
  })
})
