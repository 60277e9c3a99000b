import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import pino from 'pino'
import { provideValue } from '../../src/composition/provide.ts'
import type { Outcome } from '../../src/domain/job/recipient/recipient.ts'
import type { EmailMessage } from '../../src/domain/sender/message/message.ts'
import { EmailChannel, SenderChannels } from '../../src/ports/sender/message/channels.ts'
import { ServiceState } from '../../src/ports/service-state.ts'
import { Timers } from '../../src/ports/timers.ts'
import { turnChannel } from '../../workers/announced-turns.ts'
import { beatEveryMs } from '../../workers/heartbeat.ts'
import { type Runtime, startRuntime } from '../../workers/runtime.ts'
import { type Api, createApi, leads } from '../support/api.ts'
import { ByOneChannel, putSender } from '../support/data/senders.ts'
import { FakeTimers } from '../support/time/fake-timers.ts'
import { until } from '../support/until.ts'
import { createWorld, type World } from '../support/world.ts'

/**
 * A test double: `RecordingChannel` records the e-mails that are sent, and returns the outcomes that a test
 * sets.
 */
class RecordingChannel extends EmailChannel {
  readonly sent: EmailMessage[] = []
  outcomeOf: (message: EmailMessage, attempt: number) => Outcome = () => ({ kind: 'sent' })
  /** The time in milliseconds that each message takes. */
  ms = 0
  /** The largest number of messages that were being sent at once. */
  maxAtOnce = 0
  #atOnce = 0
  readonly #attempts = new Map<string, number>()

  override async send(message: EmailMessage): Promise<Outcome> {
    this.#atOnce++
    this.maxAtOnce = Math.max(this.maxAtOnce, this.#atOnce)
    if (this.ms > 0) await setTimeout(this.ms)
    this.#atOnce--
    const attempt = (this.#attempts.get(message.to) ?? 0) + 1
    this.#attempts.set(message.to, attempt)
    const outcome = this.outcomeOf(message, attempt)
    if (outcome.kind === 'sent') this.sent.push(message)
    return outcome
  }
}

describe('the workers', () => {
  let world: World
  let api: Api
  let channel: RecordingChannel
  let timers: FakeTimers
  let runtimes: Runtime[]

  beforeEach(async () => {
    channel = new RecordingChannel()
    timers = new FakeTimers()
    const channels = new ByOneChannel(channel)
    world = await createWorld(
      [
        provideValue(EmailChannel, channel),
        provideValue(SenderChannels, channels),
        provideValue(Timers, timers),
      ],
      16,
    )
    world.clock.follow()
    world.clock.run()
    api = await createApi(world)
    runtimes = []
  })
  afterEach(async () => {
    for (const runtime of runtimes) await runtime.stop()
    await api.close()
    await world.close()
  })

  async function start(concurrency = 3): Promise<void> {
    const failures: unknown[] = []
    runtimes.push(
      await startRuntime(world.container, {
        databaseUrl: world.databaseUrl,
        concurrency,
        logger: pino({ level: 'silent' }),
        onFatal: (error) => failures.push(error),
      }),
    )
  }

  const triggered = async () => String((await api.trigger()).body['jobId'])

  async function ended(jobId: string): Promise<Record<string, unknown>> {
    let body: Record<string, unknown> = {}
    await until(async () => {
      body = (await api.job(jobId)).body
      return body['status'] === 'completed'
    })
    return body
  }

  it('leave a job queued while only the API runs, and take it when they start', async () => {
    await api.ingest(leads(3))
    const jobId = await triggered()
    // Waits 300 ms in the test, several times as long as running workers take to begin a job.
    await setTimeout(300)
    expect((await api.job(jobId)).body).toMatchObject({ status: 'queued', startedAt: null })
    await start()
    expect(await ended(jobId)).toMatchObject({ status: 'completed', counts: { total: 3, done: 3 } })
  })

  it('are listed while they run, each process separately, and not after they were stopped', async () => {
    const runtime = world.container.get(ServiceState)
    await start()
    await start()
    expect(await runtime.live()).toHaveLength(2)
    await runtimes.pop()?.stop()
    expect(await runtime.live()).toHaveLength(1)
    await runtimes.pop()?.stop()
    expect(await runtime.live()).toEqual([])
  })

  it('report their presence regularly', async () => {
    await start()
    await world.inspect.change({ runtimeSilentFor: 3_600 })
    const runtime = world.container.get(ServiceState)
    expect(await runtime.live()).toEqual([])
    timers.advance(beatEveryMs)
    await until(async () => (await runtime.live()).length === 1)
    await world.inspect.change({ runtimeSilentFor: 3_600 })
    timers.advance(beatEveryMs)
    await until(async () => (await runtime.live()).length === 1)
  })

  it('send each recipient one message with only metadata columns in it', async () => {
    await start()
    await api.ingest(leads(2))
    await ended(await triggered())
    const subjects = new Map(channel.sent.map(({ to, subject }) => [to, subject]))
    expect(channel.sent).toHaveLength(2)
    expect(subjects.get('person0@example.com')).toBe('Welcome, Person 0')
    expect(subjects.get('person1@example.com')).toBe('Welcome, Person 1')
  })

  it('work on as many slices at once as they may, also if the database tells them of a job', async () => {
    await start(1)
    await until(async () => {
      const { rowCount } = await world.sql.query(
        `select from pg_stat_activity where datname = current_database() and query = $1 and state = 'idle'`,
        [`listen "${turnChannel}"`],
      )
      return rowCount === 1
    })
    for (let slice = 0; slice < 2; slice++) await api.ingest(leads(500, slice * 500))
    channel.ms = 10
    expect(await ended(await triggered())).toMatchObject({ counts: { done: 1_000 } })
    expect(channel.maxAtOnce).toBe(world.config.sendConcurrency)
    expect(new Set(channel.sent.map(({ to }) => to)).size).toBe(1_000)
    expect(channel.sent).toHaveLength(1_000)
  })

  it('process one job with several processes, and write to nobody twice', async () => {
    for (let index = 0; index < 6; index++) await api.ingest(leads(500, index * 500))
    const jobId = await triggered()
    await Promise.all([start(), start(), start()])
    expect(await ended(jobId)).toMatchObject({ status: 'completed', counts: { total: 3000, done: 3000 } })
    expect(new Set(channel.sent.map(({ to }) => to)).size).toBe(3000)
    expect(channel.sent).toHaveLength(3000)
  })

  it('never exceed the limit of a sender, in several processes, and schedule the other messages', async () => {
    const senders = [
      await putSender(world, { dailyLimit: 30, isDefault: true }),
      await putSender(world, { dailyLimit: 5 }),
    ]
    const change = 'update spinner_versions set steps = jsonb_set(steps, $1, $2)'
    await world.sql.query(change, ['{0,senders}', JSON.stringify(senders)])
    await api.ingest(leads(300))
    await api.ingest(leads(300, 300))
    const jobId = await triggered()
    await Promise.all([start(), start()])
    await until(async () => {
      const { counts } = (await api.job(jobId)).body as { counts: { waiting: number; done: number } }
      return counts.waiting + counts.done === 600
    })
    expect((await api.job(jobId)).body).toMatchObject({ counts: { done: 35, waiting: 565 } })
    const bySender = Map.groupBy(channel.sent, ({ from }) => from?.email)
    expect([...bySender.values()].map((sent) => sent.length)).toEqual([35])
    const { rows } = await world.sql.query<{ used: number }>('select used from sender_budgets order by used')
    expect(rows.map(({ used }) => used)).toEqual([5, 30])
    const { rows: times } = await world.sql.query<{ most: string }>(
      "select max(n) as most from (select count(*) as n from recipients where status = 'waiting' group by evidence ->> 'senderId', due_at) t",
    )
    // Messages of different chunks may get the same millisecond. Within a chunk all times differ.
    expect(Number(times[0]?.most)).toBeLessThanOrEqual(3)
  })

  it('retry a transient failure, and count the recipient as waiting meanwhile', async () => {
    channel.outcomeOf = (message, attempt) =>
      message.to === 'person1@example.com' && attempt === 1
        ? { kind: 'transient', code: 'MAIL_TEMPORARILY_REFUSED', reason: 'busy' }
        : { kind: 'sent' }
    await start()
    await api.ingest(leads(3))
    const jobId = await triggered()
    await until(async () => {
      const { counts } = (await api.job(jobId)).body as { counts: { waiting: number } }
      return counts.waiting === 1
    })
    expect(await ended(jobId)).toMatchObject({
      status: 'completed',
      counts: { total: 3, done: 3, waiting: 0 },
    })
  })

  it('continue with the next step after a transient failure, and store each step once', async () => {
    channel.outcomeOf = ({ step }, attempt) =>
      step === 0 && attempt <= 2
        ? { kind: 'transient', code: 'MAIL_TEMPORARILY_REFUSED', reason: 'busy' }
        : { kind: 'sent' }
    const email = { type: 'email', to: '{{ email }}', subject: 'Hello {{ name }}', text: 'Hello' }
    await world.sql.query('update spinner_versions set steps = $1', [JSON.stringify([email, email])])
    await start()
    await api.ingest(leads(2))
    const jobId = await triggered()
    expect(await ended(jobId)).toMatchObject({ status: 'completed', counts: { total: 2, done: 2 } })
    expect(channel.sent.map(({ to, step }) => `${to} ${step}`).toSorted()).toEqual([
      'person0@example.com 0',
      'person0@example.com 1',
      'person1@example.com 0',
      'person1@example.com 1',
    ])
    const { rows } = await world.sql.query(
      'select step, status from message_results order by record_id, step',
    )
    expect(rows).toEqual([0, 1, 0, 1].map((step) => ({ step, status: 'sent' })))
  })

  it('fail one recipient for good without delaying the others', async () => {
    channel.outcomeOf = (message) =>
      message.to === 'person1@example.com'
        ? { kind: 'failed', code: 'MESSAGE_REFUSED', reason: 'no such mailbox' }
        : { kind: 'sent' }
    await start()
    await api.ingest(leads(3))
    expect(await ended(await triggered())).toMatchObject({
      status: 'completed',
      counts: { done: 2, failed: 1 },
    })
  })

  it('take over the slices of a dead worker, and do not send unconfirmed messages again', async () => {
    await api.ingest(leads(4))
    const jobId = await triggered()
    // Builds for the test the state that a runtime leaves if it dies while it sends: a leased slice with one
    // marked and one settled message.
    await world.sql.query(
      "select lease_slice(p_job => $1, p_holder => '00000000-0000-0000-0000-000000000001', p_seconds => 1, p_connection => null, p_now => clock_timestamp())",
      [jobId],
    )
    const { rows } = await world.sql.query<{ id: string }>(
      'select record_id as id from recipients order by record_id',
    )
    await world.sql.query(
      'update slices set sending = array[$2::bigint], sending_since = now() where job_id = $1',
      [jobId, rows[0]?.id],
    )
    await world.sql.query('delete from graphile_worker._private_jobs')
    await start()
    expect(await ended(jobId)).toMatchObject({
      status: 'completed',
      counts: { total: 4, done: 3, unconfirmed: 1 },
    })
    expect(channel.sent.map(({ to }) => to)).not.toContain('person0@example.com')
  })

  it('release unsent messages when they are stopped, and others continue', async () => {
    const begun = Promise.withResolvers<void>()
    channel.outcomeOf = () => {
      begun.resolve()
      return { kind: 'sent' }
    }
    for (let index = 0; index < 4; index++) await api.ingest(leads(500, index * 500))
    await start()
    const jobId = await triggered()
    await begun.promise
    for (const runtime of runtimes.splice(0)) await runtime.stop()
    expect(channel.sent.length).toBeLessThan(2000)
    await start()
    expect(await ended(jobId)).toMatchObject({
      status: 'completed',
      counts: { total: 2000, done: 2000, unconfirmed: 0 },
    })
    expect(channel.sent).toHaveLength(2000)
  })
})
