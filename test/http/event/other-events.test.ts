import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { provideValue } from '../../../src/composition/provide.ts'
import type { Outcome } from '../../../src/domain/job/recipient/recipient.ts'
import type { EmailMessage } from '../../../src/domain/sender/message/message.ts'
import { SenderOffers } from '../../../src/domain/sender/sender-offers.ts'
import { PersonDigests } from '../../../src/ports/contact/contact-rules.ts'
import { EmailChannel } from '../../../src/ports/sender/message/channels.ts'
import { MessageTokens } from '../../../src/ports/sender/message/message-tokens.ts'
import { SenderStore } from '../../../src/ports/sender/senders.ts'
import { type Api, createApi, lead } from '../../support/api.ts'
import { createWorkshop, type Person, personOf, signUp, type Workshop } from '../../support/data/person.ts'
import { acceptingAccounts } from '../../support/data/senders.ts'
import { EventLog } from '../../support/event/event-log.ts'
import { createWorld, type World } from '../../support/world.ts'

/** A test double: `RefusingEmail` is an e-mail channel that knows no mailbox of the domain `gone.example`. */
class RefusingEmail extends EmailChannel {
  override async send({ to }: EmailMessage): Promise<Outcome> {
    return to.endsWith('@gone.example')
      ? { kind: 'failed', code: 'MAILBOX_UNKNOWN', reason: '550 5.1.1 unknown', bounced: true }
      : { kind: 'sent' }
  }
}

const smtp = { host: 'smtp.example.com', port: 465, tls: 'tls', user: 'grace', password: 'hush hush' }
const account = { kind: 'smtp', name: 'Grace Hopper', email: 'grace@example.com', smtp }

describe('events of people, senders, spinners and meters', () => {
  let world: World
  let api: Api
  let ada: Person
  let own: Workshop
  let log: EventLog

  beforeAll(async () => {
    world = await createWorld([
      acceptingAccounts,
      provideValue(EmailChannel, new RefusingEmail()),
      provideValue(SenderOffers, {
        kinds: ['smtp', 'deployment'],
        deploymentAddress: 'spindle@example.com',
        deploymentName: 'Spindle',
      }),
    ])
    api = await createApi(world, { selfServePlans: true })
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    world.clock.set('2026-11-20T12:00:00.000Z')
    ada = await signUp(api)
    own = await createWorkshop(ada)
    log = await EventLog.of(world, ada.organizationId)
  })

  describe('a person', () => {
    const digestOf = (address: string) => world.container.get(PersonDigests).of(ada.organizationId, address)
    const ofPeople = async () =>
      (await log.next('person.unsubscribed', 'person.suppressed', 'person.erased')).map(
        ({ type, object, address, data }) => [type, object.id, address, data['reason']],
      )
    const unsubscribe = async (email: string) => {
      const { organizationId } = ada
      const link = world.container.get(MessageTokens).unsubscribeLinkFor({ organizationId, email })
      expect((await fetch(`${api.url}${new URL(link).pathname}`, { method: 'POST' })).status).toBe(200)
    }

    it('is told as unsubscribed and suppressed when they use the link, once', async () => {
      for (let time = 0; time < 2; time++) await unsubscribe('ada@example.com')
      const id = await digestOf('ada@example.com')
      expect(await ofPeople()).toEqual([
        ['person.unsubscribed', id, 'ada@example.com', undefined],
        ['person.suppressed', id, 'ada@example.com', 'unsubscribed'],
      ])
    })

    it('is told as suppressed when a user adds the address, and as unsubscribed when they unsubscribe later', async () => {
      const suppress = () => ada.do('POST', '/suppressions', { email: 'Grace@Example.com' })
      for (let time = 0; time < 2; time++) await suppress()
      const id = await digestOf('grace@example.com')
      expect(await ofPeople()).toEqual([['person.suppressed', id, 'grace@example.com', 'added']])
      world.clock.set('2026-11-20T13:00:00.000Z')
      await unsubscribe('grace@example.com')
      expect(await ofPeople()).toEqual([['person.unsubscribed', id, 'grace@example.com', undefined]])
    })

    it('is told as suppressed when the mail server refuses the address while sending', async () => {
      await ada.import(own.dataTableId, 'name,email\nBob,bob@gone.example\n')
      await log.next()
      await ada.do('POST', `/spinners/${own.spinnerId}/jobs`)
      await world.drain()
      const id = await digestOf('bob@gone.example')
      expect(await ofPeople()).toEqual([['person.suppressed', id, 'bob@gone.example', 'bounced']])
    })

    it('is told as erased, under the same id, without the address', async () => {
      const suppressed = await digestOf('ada@example.com')
      await ada.do('POST', '/suppressions', { email: 'ada@example.com' })
      await ada.do('POST', '/people/erase', { email: 'ada@example.com' })
      const events = await log.next('person.suppressed', 'person.erased')
      expect(events.map(({ type, object, address }) => [type, object, address])).toEqual([
        ['person.suppressed', { type: 'person', id: suppressed }, null],
        ['person.erased', { type: 'person', id: suppressed }, null],
      ])
      expect(JSON.stringify(events)).not.toContain('ada@example.com')
    })
  })

  it('are found by the ids that the timeline of a person names, without the address', async () => {
    await ada.do('PUT', '/organization/plan', { planId: 'starter' })
    await ada.do('POST', '/suppressions', { email: 'ada@example.com' })
    await ada.import(own.dataTableId, 'name,email\nAda,ada@example.com\n')
    const { eventObjects } = await personOf(ada, 'Ada@example.com')
    expect(eventObjects).toHaveLength(3)
    const path = `/events?object=${eventObjects.join(',')}`
    const { items } = await ada.do('GET', path)
    expect(items.map(({ type }: { type: string }) => type)).toEqual(['person.suppressed', 'record.added'])
    expect(JSON.stringify(items)).not.toContain('example.com')
    // A key that is limited to projects sees the records, but not the suppression, which is about the organization.
    const { secret } = await ada.do('POST', '/api-keys', {
      name: 'Limited',
      scopes: ['events:read', 'people:read'],
      projectIds: [own.projectId],
    })
    const limited = await api.ask(`/api/v1${path}`, { key: secret })
    expect(limited.body).toMatchObject({
      items: [{ type: 'record.added', projectId: own.projectId }],
    })
  })

  describe('a sender', () => {
    const reported = async () =>
      (await log.next('sender.paused', 'sender.disconnected')).map(
        ({ type, object, projectId, spinnerId, data }) => [type, object.id, projectId, spinnerId, data],
      )
    const connect = async () =>
      (await ada.do('POST', '/senders', { ...account, isDefault: false })).id as string

    it('is told as paused when a user pauses it, once', async () => {
      const id = await connect()
      for (let time = 0; time < 2; time++) await ada.do('POST', `/senders/${id}/pause`)
      const data = { code: null, spinnerId: null }
      expect(await reported()).toEqual([['sender.paused', id, null, null, data]])
    })

    it('is told as paused for a spinner after bounces, and for all spinners when its provider refuses it', async () => {
      const senderId = await connect()
      const { spinnerId, projectId } = own
      const senders = world.container.get(SenderStore)
      const note = (kind: 'bounce' | 'refused', times: number, of = spinnerId) =>
        Array.from({ length: times }).reduce<Promise<unknown>>(async (last) => {
          await last
          return senders.noteFailure({
            senderId,
            spinnerId: of,
            kind,
            at: world.clock.now(),
            serverResponse: '550',
          })
        }, Promise.resolve())
      await note('bounce', 8)
      const ofSpinner = { code: 'EARLY_BOUNCES', spinnerId }
      expect(await reported()).toEqual([['sender.paused', senderId, projectId, spinnerId, ofSpinner]])
      const other = await ada.do('POST', `/projects/${projectId}/spinners`, {
        name: 'Other',
        dataTableId: own.dataTableId,
        steps: [{ type: 'wait', seconds: 60 }],
      })
      await note('refused', 8, other.id)
      const ofAll = { code: 'PROVIDER_REFUSES', spinnerId: null }
      expect(await reported()).toEqual([['sender.paused', senderId, null, null, ofAll]])
    })

    it('is told as disconnected when it is deleted, and when its server refuses the account', async () => {
      const [id, other] = [await connect(), await connect()]
      await ada.do('DELETE', `/senders/${id}`)
      expect(await reported()).toEqual([['sender.disconnected', id, null, null, { code: null }]])
      const fault = { code: 'SMTP_REFUSED', serverResponse: '535 no' }
      const report = (revision: number) =>
        world.container
          .get(SenderStore)
          .reportFault(ada.organizationId, other, revision, fault, world.clock.now())
      for (const revision of [1, 1, 2, 7]) await report(revision)
      expect(await reported()).toEqual([['sender.disconnected', other, null, null, { code: 'SMTP_REFUSED' }]])
    })

    it('is told nothing about while a published spinner keeps it from being deleted', async () => {
      const id = await connect()
      const steps = [{ type: 'email', senders: [id], to: '{{ email }}', subject: 'Hi', text: 'Hi' }]
      await ada.do('PATCH', `/spinners/${own.spinnerId}`, { steps })
      await ada.do('POST', `/spinners/${own.spinnerId}/publish`, { ignoreWarnings: true })
      expect((await ada.ask('DELETE', `/senders/${id}`)).status).toBe(409)
      expect(await reported()).toEqual([])
    })
  })

  describe('a spinner', () => {
    const published = async (of = log) =>
      (await of.next('spinner.published')).map(({ object, projectId, spinnerId, data }) => [
        object.id === spinnerId,
        projectId,
        data,
      ])
    const publish = () => ada.ask('POST', `/spinners/${own.spinnerId}/publish`)

    it('is told as published for each new version, and not for an unchanged or faulty draft', async () => {
      await publish()
      expect(await published()).toEqual([])
      await ada.do('PATCH', `/spinners/${own.spinnerId}`, { steps: [{ type: 'wait', seconds: 60 }] })
      await publish()
      expect(await published()).toEqual([[true, own.projectId, { version: 2 }]])
      await ada.do('PATCH', `/spinners/${own.spinnerId}`, {
        steps: [{ type: 'email', to: '{{ nothing }}', subject: 'Hi', text: 'Hi' }],
      })
      expect((await publish()).status).toBe(422)
      expect(await published()).toEqual([])
    })

    it('is told as published in test mode when its project is copied there', async () => {
      const { organization } = await ada.do('POST', '/test-mode/enter')
      await ada.do('POST', '/test-mode/leave')
      const ofTest = await EventLog.of(world, organization.id)
      const { projectId } = await ada.do('POST', `/projects/${own.projectId}/copy-to-test`)
      expect(await published(ofTest)).toEqual([[true, projectId, { version: 1 }]])
      expect(await published()).toEqual([])
    })
  })

  describe('a meter', () => {
    const reached = async () =>
      (await log.next('meter.reached')).map(({ object, projectId, data }) => [object.id, projectId, data])
    const month = '2026-11'
    const fill = async (meter: 'records' | 'jobs', amount: number) => {
      await world.inspect.change({ used: { meter, period: month, amount } })
      log = await EventLog.of(world, world.demo.organizationId)
    }

    it('is told as reached by ingested records, once for each threshold', async () => {
      await fill('records', 39_999)
      const record = lead(0)
      for (let time = 0; time < 3; time++) await api.ingest([record])
      const data = { month, percent: 80, used: 40_000, limit: 50_000 }
      expect(await reached()).toEqual([['records', null, data]])
      await fill('records', 49_999)
      await api.ingest([record])
      expect((await api.ingest([record])).status).toBe(402)
      expect(await reached()).toEqual([['records', null, { ...data, percent: 100, used: 50_000 }]])
    })

    it('is told as reached by triggers', async () => {
      await fill('jobs', 399)
      for (let time = 0; time < 2; time++) await api.trigger()
      expect(await reached()).toEqual([['jobs', null, { month, percent: 80, used: 400, limit: 500 }]])
    })

    it('is told as reached by an import and by a smaller plan', async () => {
      await ada.do('PUT', '/organization/plan', { planId: 'starter' })
      const rows = Array.from({ length: 850 }, (_, no) => `n${no},n${no}@example.com`)
      await ada.import(own.dataTableId, `name,email\n${rows.join('\n')}\n`)
      expect(await reached()).toEqual([])
      await ada.do('PUT', '/organization/plan', { planId: 'free' })
      const data = { month, percent: 80, used: 852, limit: 1_000 }
      expect(await reached()).toEqual([['records', null, data]])
      const more = rows.slice(0, 148).join('\n')
      await ada.import(own.dataTableId, `name,email\n${more}\n`)
      expect(await reached()).toEqual([['records', null, { ...data, percent: 100, used: 1_000 }]])
    })
  })
})
