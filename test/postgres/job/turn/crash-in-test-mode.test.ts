import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { CapturingEmailChannel } from '../../../../src/adapters/channels/test-mode/channels-by-mode.ts'
import { provideValue } from '../../../../src/composition/provide.ts'
import type { SendOutcome } from '../../../../src/domain/job/recipient/temporary-refusal.ts'
import { newTestClock } from '../../../../src/domain/test-mode/test-clock.ts'
import { Clock } from '../../../../src/ports/clock.ts'
import { Ids } from '../../../../src/ports/ids.ts'
import { Slices } from '../../../../src/ports/job/slices.ts'
import { Metrics } from '../../../../src/ports/metrics.ts'
import { Randomness } from '../../../../src/ports/randomness.ts'
import { Channels, EmailChannel } from '../../../../src/ports/sender/message/channels.ts'
import { MessageLog } from '../../../../src/ports/sender/message/message-log.ts'
import { SenderStore } from '../../../../src/ports/sender/senders.ts'
import { RecordStore } from '../../../../src/ports/table/records.ts'
import { TestClockStore } from '../../../../src/ports/test-mode/test-clocks.ts'
import { Pace, Timers } from '../../../../src/ports/timers.ts'
import { UnitOfWork } from '../../../../src/ports/unit-of-work.ts'
import { AddressSuppressor } from '../../../../src/use-cases/contact/address-suppressor.ts'
import { SliceTools, TakeTurnOptions } from '../../../../src/use-cases/job/slice-run.ts'
import { TakeTurn } from '../../../../src/use-cases/job/take-turn.ts'
import { StepRunners } from '../../../../src/use-cases/spinner/steps/step-types.ts'

import { addSender } from '../../../support/data/sender.ts'
import { createFixture, type Fixture, leads } from '../../../support/demo/fixture.ts'
import { createTenant } from '../../../support/tenant.ts'

/**
 * A test double of the e-mail channel that fails on every message, because no message of a test organization
 * may leave the service.
 */
class ClosedChannel extends EmailChannel {
  override async send(): Promise<never> {
    throw new Error('A message has left')
  }
}

/**
 * A test double that captures messages. A runtime that captures one of the first `deaths` messages never
 * continues, as if it died.
 */
class DeadlyChannel extends EmailChannel {
  deaths = 1
  captured = 0
  /** Called when a runtime of the test has begun to capture a message and does not continue. */
  onDeath: () => void = () => {}
  readonly #dead = Promise.withResolvers<SendOutcome>()

  override send(): Promise<SendOutcome> {
    if (this.deaths-- > 0) {
      this.onDeath()
      return this.#dead.promise
    }
    this.captured++
    const receipt = {
      messageId: '<1@example.com>',
      providerId: null,
      providerThread: null,
      serverResponse: 'Captured',
    }
    return Promise.resolve({ kind: 'sent', receipt })
  }

  /** Ends the pending calls of the test's dead runtimes, so that they do not outlast the test. */
  bury(): void {
    this.#dead.resolve({ kind: 'sent' })
  }
}

const page = { limit: 50, after: null }
const unaborted = new AbortController().signal

describe('a worker that dies while it captures a message of a test organization', () => {
  let on: Fixture
  let channel: DeadlyChannel
  let runtimes: Promise<void>[]
  let organizationId: string
  let jobId: string
  let senderId: string

  beforeEach(async () => {
    channel = new DeadlyChannel()
    runtimes = []
    on = await createFixture(
      provideValue(EmailChannel, new ClosedChannel()),
      provideValue(CapturingEmailChannel, channel as unknown as CapturingEmailChannel),
    )
    organizationId = on.demo.organizationId
    const real = await createTenant(on)
    const query = 'update organizations set test_of = $1 where id = $2'
    await on.sql.query(query, [real.organizationId, organizationId])
    await on.container
      .get(UnitOfWork)
      .run((tx) => tx.testClocks.add(newTestClock(organizationId, on.clock.now())))
    const limits = { isDefault: true, dailyLimit: 3, gapSeconds: 3_600 }
    senderId = (await addSender(on, organizationId, limits, { password: 'secret' })).id
    await on.ingest(leads(1))
    jobId = (await on.trigger()).answer.jobId
  })
  afterEach(async () => {
    channel.bury()
    await Promise.all(runtimes)
    await on.close()
  })

  /** Returns a runtime with its own sending slots, because a dead runtime of the test never frees its slots. */
  const newRuntime = () =>
    new TakeTurn(
      new SliceTools(
        on.container.get(Slices),
        on.container.get(RecordStore),
        on.container.get(StepRunners),
        on.container.get(SenderStore),
        on.container.get(Clock),
        on.container.get(Randomness),
        on.container.get(Metrics),
        on.container.get(Pace),
        on.container.get(Timers),
        on.container.get(TakeTurnOptions),
      ),
      on.container.get(Channels),
      on.container.get(Ids),
    )

  /**
   * Starts `count` runtimes of the test one after another. Each takes the slice and dies, or finishes if the
   * person is skipped. The next one starts after the lease of the previous runtime has expired.
   */
  async function runtimesDie(count: number): Promise<void> {
    channel.deaths = count
    for (let runtime = 0; runtime < count; runtime++) {
      const death = Promise.withResolvers<void>()
      channel.onDeath = death.resolve
      const run = newRuntime().execute({ organizationId, length: 'full', signal: unaborted })
      runtimes.push(run)
      await Promise.race([run, death.promise])
      await on.later(16)
    }
  }

  const entries = async () => {
    const timeline = on.container.get(TestClockStore)
    const { items } = await timeline.timeline(organizationId, { spinnerId: null, email: null }, page)
    return items.filter(({ kind }) => kind !== 'started' && kind !== 'finished')
  }

  const logged = async () => {
    const filter = { address: null, senderId: null, jobId, status: null }
    return (await on.container.get(MessageLog).list(organizationId, filter, page)).items
  }

  it('leaves no recipient unconfirmed: the next worker captures the message, and it is logged once', async () => {
    await runtimesDie(1)
    await on.advance(jobId)
    expect(channel.captured).toBe(1)
    expect(await on.recipients(jobId)).toMatchObject([{ status: 'done', senderId }])
    expect(await logged()).toMatchObject([{ status: 'sent', to: 'lead1@example.com', senderId }])
    expect(await entries()).toMatchObject([{ kind: 'message', email: 'lead1@example.com' }])
  })

  it('uses one message of the sender’s day, and waits for no gap', async () => {
    await runtimesDie(1)
    await on.advance(jobId)
    const found = await on.container.get(SenderStore).healthOf(organizationId, [senderId], on.clock.now())
    expect(found.get(senderId)).toMatchObject({ usedToday: 1, day: { sent: 1 } })
  })

  it('omits the message if the person was suppressed meanwhile', async () => {
    await runtimesDie(1)
    const by = { kind: 'service', requestId: null, ipAddress: null } as const
    await on.container
      .get(AddressSuppressor)
      .suppressWithRetries({ organizationId, email: 'lead1@example.com', reason: 'added', by })
    await on.advance(jobId)
    expect(await on.recipients(jobId)).toMatchObject([{ status: 'skipped', reason: 'SUPPRESSED' }])
    expect(await logged()).toEqual([])
  })

  it('is followed by at most three others before the person is skipped, which the timeline shows', async () => {
    await runtimesDie(6)
    await on.advance(jobId)
    expect(await on.recipients(jobId)).toMatchObject([
      { status: 'unconfirmed', reason: 'RUNTIME_STOPPED_REPEATEDLY' },
    ])
    expect(await entries()).toMatchObject([{ kind: 'unconfirmed', status: 'RUNTIME_STOPPED_REPEATEDLY' }])
  })
})
