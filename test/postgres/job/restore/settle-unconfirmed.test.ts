import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { provideValue } from '../../../../src/composition/provide.ts'
import { operator } from '../../../../src/domain/account/audit/actor.ts'
import type { Outcome } from '../../../../src/domain/job/recipient/recipient.ts'
import type { EmailMessage } from '../../../../src/domain/sender/message/message.ts'
import type { Step } from '../../../../src/domain/spinner/steps/step.ts'
import { Ids } from '../../../../src/ports/ids.ts'
import { Slices } from '../../../../src/ports/job/slices.ts'
import { EmailChannel } from '../../../../src/ports/sender/message/channels.ts'
import { AddressSuppressor } from '../../../../src/use-cases/contact/address-suppressor.ts'
import { SetContactPolicy } from '../../../../src/use-cases/contact/set-contact-policy.ts'
import { Restoration } from '../../../../src/use-cases/job/restore/restoration.ts'
import { SettleUnconfirmed } from '../../../../src/use-cases/job/restore/settle-unconfirmed.ts'
import { RetryFailed } from '../../../../src/use-cases/job/retry-failed.ts'

import { createFixture, type Fixture, lead, leads } from '../../../support/demo/fixture.ts'

class NotingChannel extends EmailChannel {
  readonly recipients: string[] = []

  override async send(message: EmailMessage): Promise<Outcome> {
    this.recipients.push(message.to)
    return { kind: 'sent' }
  }
}

const email: Step = { type: 'email', to: '{{ email }}', subject: 'Hello {{ name }}', text: 'Hello' }

let on: Fixture
let channel: NotingChannel
beforeEach(async () => {
  channel = new NotingChannel()
  on = await createFixture(provideValue(EmailChannel, channel))
})
afterEach(() => on.close())

const triggered = async () => (await on.trigger()).answer.jobId

/** Puts recipients of the test's job in doubt, as after a restore of the database to a time one hour ago. */
function putInDoubt(jobId: string) {
  const restoredTo = new Date(on.clock.now().getTime() - 3_600_000)
  return on.container.get(SettleUnconfirmed).execute({ jobId, restoredTo, isBegunSince: false })
}

describe('a job of a restored database', () => {
  it('sends nothing, and marks everyone as unconfirmed who may have been written to since the backup', async () => {
    await on.ingest(leads(3))
    const jobId = await triggered()
    expect(await putInDoubt(jobId)).toEqual({ inDoubt: 3, ended: 0, left: 0 })
    await on.drain()
    expect(channel.recipients).toEqual([])
    expect(await on.job(jobId)).toMatchObject({ status: 'completed', counts: { unconfirmed: 3 } })
    expect((await on.recipients(jobId))[0]).toMatchObject({ status: 'unconfirmed', reason: 'RESTORED' })
  })

  it('sends to recipients who wait for longer than the period that the restore lost', async () => {
    await on.changeVersion({ steps: [{ type: 'wait', seconds: 7200 }, email] })
    await on.ingest(leads(2))
    const jobId = await triggered()
    expect(await putInDoubt(jobId)).toEqual({ inDoubt: 0, ended: 0, left: 2 })
    await on.drain()
    expect(channel.recipients.toSorted()).toEqual(['lead1@example.com', 'lead2@example.com'])
  })

  it('marks recipients as unconfirmed at their step if their wait may have ended', async () => {
    await on.changeVersion({ steps: [{ type: 'wait', seconds: 600 }, email] })
    await on.ingest(leads(2))
    const jobId = await triggered()
    expect(await putInDoubt(jobId)).toMatchObject({ inDoubt: 2 })
    expect((await on.recipients(jobId))[0]).toMatchObject({ status: 'unconfirmed', step: 0 })
  })

  it('marks recipients as unconfirmed whose record may have met since the condition that they wait for', async () => {
    const where = { column: 'name', operator: 'equals', value: 'won' } as const
    const untilWon = { type: 'waitUntil', where, timeoutSeconds: 86_400, onTimeout: 'skip' } as const
    await on.changeVersion({ steps: [untilWon, email] })
    await on.ingest(leads(2))
    const jobId = await triggered()
    await on.advance(jobId)
    expect(await on.job(jobId)).toMatchObject({ counts: { waiting: 2 } })
    await on.container.get(Restoration).makeDue()
    expect(await putInDoubt(jobId)).toMatchObject({ inDoubt: 2 })
    await on.drain()
    expect(channel.recipients).toEqual([])
    expect(await on.job(jobId)).toMatchObject({ status: 'completed', counts: { unconfirmed: 2 } })
  })

  it('continues normally if no step sends mail', async () => {
    await on.changeVersion({ steps: [{ type: 'wait', seconds: 5 }] })
    await on.ingest(leads(2))
    const jobId = await triggered()
    expect(await putInDoubt(jobId)).toEqual({ inDoubt: 0, ended: 0, left: 0 })
    await on.drain()
    expect(await on.job(jobId)).toMatchObject({ counts: { done: 2 } })
  })

  it('ends suppressed recipients and those without an address normally', async () => {
    await on.ingest([lead(1), lead(2, { email: 'nowhere' }), lead(3)])
    const { organizationId } = on.demo
    await on.container.get(AddressSuppressor).suppressWithRetries({
      organizationId,
      email: 'lead1@example.com',
      reason: 'unsubscribed',
      by: operator,
    })
    const jobId = await triggered()
    expect(await putInDoubt(jobId)).toEqual({ inDoubt: 1, ended: 2, left: 0 })
    expect(await on.job(jobId)).toMatchObject({ counts: { skipped: 1, failed: 1, unconfirmed: 1 } })
  })

  it('claims the addresses of unconfirmed recipients: their other records are not written to', async () => {
    await on.changeVersion({ contact: 'oncePerPerson' })
    await on.ingest(leads(1))
    await putInDoubt(await triggered())
    await on.ingest([lead(1, { name: 'The same person' })])
    await triggered()
    await on.drain()
    expect(channel.recipients).toEqual([])
  })

  it('claims the addresses of unconfirmed recipients, even if the contact policy would delay them now', async () => {
    await on.changeVersion({ contact: 'oncePerPerson', audience: 'all' })
    await on.ingest([lead(1, { email: 'ada@acme.example' }), lead(2, { email: 'grace@acme.example' })])
    const { organizationId } = on.demo
    const limits = {
      daysBetweenSpinners: null,
      messagesPerDay: null,
      messagesPerWeek: null,
      activePerDomain: 1,
    }
    const setLimits = (activePerDomain: number | null) =>
      on.container
        .get(SetContactPolicy)
        .execute({ organizationId, policy: { ...limits, activePerDomain }, revision: null, by: operator })
    await setLimits(1)
    expect(await putInDoubt(await triggered())).toMatchObject({ inDoubt: 2 })
    await setLimits(null)
    await triggered()
    await on.drain()
    expect(channel.recipients).toEqual([])
  })

  it('counts each message that may have been sent for the contact policy, and no other', async () => {
    await on.changeVersion({
      contact: 'oncePerRecord',
      audience: 'all',
      steps: [email, { type: 'wait', seconds: 600 }, email, { type: 'wait', seconds: 7200 }, email],
    })
    await on.ingest(leads(1))
    const { organizationId } = on.demo
    const setMost = (messagesPerWeek: number) =>
      on.container.get(SetContactPolicy).execute({
        organizationId,
        policy: { daysBetweenSpinners: null, messagesPerDay: null, messagesPerWeek, activePerDomain: null },
        revision: null,
        by: operator,
      })
    await putInDoubt(await triggered())
    await setMost(2)
    const held = await triggered()
    await on.advance(held)
    expect((await on.recipients(held))[0]).toMatchObject({ status: 'waiting', reason: 'MESSAGES_PER_WEEK' })
    await setMost(3)
    await on.advance(await triggered())
    expect(channel.recipients).toEqual(['lead1@example.com'])
  })

  it('marks a recipient as unconfirmed who was suppressed while a message was in transit', async () => {
    await on.ingest(leads(1))
    const jobId = await triggered()
    const slices = on.container.get(Slices)
    const lease = { holder: on.container.get(Ids).next(), seconds: 60 }
    const slice = await slices.take(jobId, lease)
    if (slice === null) throw new Error('The job has a recipient')
    const address = 'lead1@example.com'
    const recordId = slice.recipients[0]?.recordId ?? ''
    await slices.settleAndMark(slice, lease, [], [{ recordId, step: 0, address }])
    await slices.release(slice, lease)
    await on.container.get(AddressSuppressor).suppressWithRetries({
      organizationId: on.demo.organizationId,
      email: address,
      reason: 'unsubscribed',
      by: operator,
    })
    expect(await putInDoubt(jobId)).toEqual({ inDoubt: 1, ended: 0, left: 0 })
    expect(await on.job(jobId)).toMatchObject({ counts: { unconfirmed: 1 } })
  })

  it('can be retried for unconfirmed recipients alone, separately from failed ones', async () => {
    await on.ingest([lead(1), lead(2, { email: 'nowhere' })])
    const jobId = await triggered()
    await putInDoubt(jobId)
    const { organizationId } = on.demo
    const again = { organizationId, jobId, version: 'same', by: operator } as const
    await on.container.get(RetryFailed).execute({ ...again, codes: null })
    await on.drain()
    expect(channel.recipients).toEqual([])
    await on.container.get(RetryFailed).execute({ ...again, codes: ['RESTORED'] })
    await on.drain()
    expect(channel.recipients).toEqual(['lead1@example.com'])
    await expect(on.container.get(RetryFailed).execute({ ...again, codes: ['RESTORED'] })).rejects.toThrow(
      /already retried/,
    )
  })
})
