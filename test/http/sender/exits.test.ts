import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { MessageTokens } from '../../../src/ports/sender/message/message-tokens.ts'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, personOf, signUp, type Workshop } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const email = { type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' }
const steps = [email, { type: 'wait', seconds: 86_400 }, email]

describe('exits', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop

  beforeAll(async () => {
    world = await createWorld()
    world.clock.follow()
    api = await createApi(world)
    person = await signUp(api)
    own = await createWorkshop(person)
  })
  afterAll(() => world.close())

  const publicJob = async (jobId: string) => (await api.job(jobId, { key: own.apiKey })).body

  it('are a reply, a bounce and an unsubscribe by default', async () => {
    const usual = ['reply', 'bounce', 'unsubscribe']
    expect((await person.do('GET', `/spinners/${own.spinnerId}`)).exits).toEqual(usual)
    expect((await person.do('GET', `/spinners/${own.spinnerId}/versions/1`)).exits).toEqual(usual)
  })

  it('take effect when they are published, without repetition and in a fixed order', async () => {
    const path = `/spinners/${(await createWorkshop(person)).spinnerId}`
    const chosen = { exits: ['autoReply:hold', 'reply'] }
    expect(await person.do('PATCH', path, chosen)).toMatchObject({
      exits: ['reply', 'autoReply:hold'],
      hasUnpublishedChanges: true,
    })
    await person.do('POST', `${path}/publish`)
    expect((await person.do('GET', `${path}/versions/2`)).exits).toEqual(['reply', 'autoReply:hold'])
    const back = await person.do('PATCH', path, { exits: ['unsubscribe', 'bounce', 'reply'] })
    expect(back.exits).toEqual(['reply', 'bounce', 'unsubscribe'])
  })

  it('stop at replies to any spinner in new spinners, or only to its own messages once that is published', async () => {
    const path = `/spinners/${(await createWorkshop(person)).spinnerId}`
    expect((await person.do('GET', path)).reply).toEqual({ scope: 'everywhere' })
    const changed = await person.do('PATCH', path, { reply: { scope: 'job' } })
    expect(changed).toMatchObject({ reply: { scope: 'job' }, hasUnpublishedChanges: true })
    await person.do('POST', `${path}/publish`)
    const versions = [
      await person.do('GET', `${path}/versions/1`),
      await person.do('GET', `${path}/versions/2`),
    ]
    expect(versions.map(({ reply }) => reply.scope)).toEqual(['everywhere', 'job'])
    expect((await person.do('POST', `${path}/duplicate`)).reply).toEqual({ scope: 'job' })
    expect((await person.do('POST', `${path}/versions/1/restore`)).reply).toEqual({ scope: 'everywhere' })
  })

  it.each([
    { reply: { scope: 'domain' } },
    { reply: {} },
    { reply: null },
    { reply: { scope: 'job', to: 1 } },
  ])('cannot have other replies (%j)', async (changes) => {
    expect((await person.ask('PATCH', `/spinners/${own.spinnerId}`, changes)).status).toBe(400)
  })

  it.each([{ exits: ['click'] }, { exits: ['reply', 'reply'] }, { exits: 'reply' }, { exits: null }])(
    'cannot have another value (%j)',
    async (changes) => {
      expect((await person.ask('PATCH', `/spinners/${own.spinnerId}`, changes)).status).toBe(400)
    },
  )

  it('end the job of a recipient who unsubscribes, and the job counts them from then on', async () => {
    const path = `/spinners/${(await createWorkshop(person)).spinnerId}`
    await person.do('PATCH', path, { steps, exits: ['unsubscribe'] })
    await person.do('POST', `${path}/publish`)
    const { jobId } = await person.do('POST', `${path}/jobs`)
    await world.drain()
    const before = await publicJob(jobId)
    expect(Object.keys(before['counts'] as object)).toEqual([
      'total',
      'pending',
      'waiting',
      'done',
      'skipped',
      'failed',
      'unconfirmed',
    ])
    const [{ to }] = (await person.do('GET', '/outbox')).items
    const link = world.container
      .get(MessageTokens)
      .unsubscribeLinkFor({ organizationId: person.organizationId, email: to })
    await fetch(`${api.url}${new URL(link).pathname}`, { method: 'POST' })
    const { items } = await person.do('GET', `/jobs/${jobId}/recipients?status=stopped&reason=UNSUBSCRIBED`)
    expect(items).toMatchObject([
      { status: 'stopped', reason: { code: 'UNSUBSCRIBED', evidence: { at: expect.any(String) } } },
    ])
    const timeline = await personOf(person, to)
    const kinds = timeline.items.map(({ kind }: { kind: string }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['stopped', 'unsubscribed', 'sent']))
  })
})
