import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import pino from 'pino'
import { provideValue } from '../../src/composition/provide.ts'
import type { Outcome } from '../../src/domain/job/recipient/recipient.ts'
import type { EmailMessage } from '../../src/domain/sender/message/message.ts'
import { EmailChannel } from '../../src/ports/sender/message/channels.ts'
import { AskDueTurns } from '../../src/use-cases/job/ask-due-turns.ts'
import { RunTestClock } from '../../src/use-cases/test-mode/run-test-clock.ts'

import { type Runtime, startRuntime } from '../../workers/runtime.ts'
import { commandOf } from '../process/programs.ts'
import { type Api, createApi, leads } from '../support/api.ts'
import { type Person, signUp } from '../support/data/person.ts'
import { addSender } from '../support/data/sender.ts'
import { until } from '../support/until.ts'
import { createWorld, type World } from '../support/world.ts'

/** A test double of the e-mail channel that records the messages that leave the service. */
class RecordingChannel extends EmailChannel {
  readonly sent: EmailMessage[] = []

  override async send(message: EmailMessage): Promise<Outcome> {
    this.sent.push(message)
    return { kind: 'sent' }
  }
}

interface Entry {
  readonly at: string
  readonly kind: string
  readonly email: string | null
  readonly subject: string | null
  readonly status: string | null
  readonly text: string | null
  readonly url: string | null
}

const day = 24 * 3_600
const mail = (subject: string) => ({ type: 'email', to: '{{ email }}', subject, text: `Hello {{ name }}` })
const wait = (seconds: number) => ({ type: 'wait', seconds })

/**
 * The timeout of a test in milliseconds. Advances take many times as long while the machine is busy with
 * other tests.
 */
const patience = 180_000

describe('a test clock', () => {
  let world: World
  let api: Api
  let channel: RecordingChannel
  let runtimes: Runtime[]
  let person: Person

  beforeEach(async () => {
    channel = new RecordingChannel()
    world = await createWorld([provideValue(EmailChannel, channel)], 16)
    // The clock of the tested service starts on a Friday.
    world.clock.set('2026-11-20T12:00:00.000Z')
    api = await createApi(world)
    runtimes = []
    person = await signUp(api)
    await person.do('POST', '/test-mode/enter')
  })
  afterEach(async () => {
    for (const runtime of runtimes) await runtime.stop()
    await api.close()
    await world.close()
  })

  async function start(): Promise<Runtime> {
    const runtime = await startRuntime(world.container, {
      databaseUrl: world.databaseUrl,
      concurrency: 3,
      logger: pino({ level: 'silent' }),
      onFatal: () => {},
    })
    runtimes.push(runtime)
    return runtime
  }

  async function campaign(people: number, settings: object): Promise<{ spinnerId: string; tableId: string }> {
    const project = await person.do('POST', '/projects', { name: 'Spring' })
    const table = await person.do('POST', `/projects/${project.id}/data-tables`, { name: 'Leads' })
    const rows = Array.from({ length: people }, (_, no) => `P${no},p${no}@example.com`)
    await person.import(table.id, `name,email\n${rows.join('\n')}\n`)
    await person.do('PATCH', `/data-tables/${table.id}`, { metadataColumns: ['name', 'email'] })
    const spinner = await person.do('POST', `/projects/${project.id}/spinners`, {
      name: 'Drip',
      dataTableId: table.id,
      ...settings,
    })
    await person.do('POST', `/spinners/${spinner.id}/publish`, {})
    return { spinnerId: spinner.id, tableId: table.id }
  }

  async function idle(seconds = 150): Promise<Record<string, unknown>> {
    let clock: Record<string, unknown> = {}
    await until(async () => {
      clock = await person.do('GET', '/test-clock')
      return clock['status'] === 'idle'
    }, seconds * 1000)
    return clock
  }

  async function advance(target: object): Promise<Record<string, unknown>> {
    await person.do('POST', '/test-clock/advance', target)
    return idle()
  }

  async function timeline(query = ''): Promise<Entry[]> {
    const entries: Entry[] = []
    for (let cursor = ''; ; ) {
      const page = await person.do('GET', `/test-clock/timeline?limit=200${query}${cursor}`)
      entries.push(...page.items)
      if (page.nextCursor === null) return entries
      cursor = `&cursor=${page.nextCursor}`
    }
  }

  it(
    'runs a drip campaign of 30 days in seconds, within its send window, until people reply or bounce',
    async () => {
      await start()
      await person.do('PUT', '/test-clock/rules', {
        messages: [{ to: 'p3@*', response: 'bounce' }],
        replies: [{ to: 'p1@*', kind: 'reply', afterSeconds: 8 * day, text: 'Yes, call me' }],
      })
      const { spinnerId } = await campaign(200, {
        steps: [
          mail('One'),
          wait(7 * day),
          mail('Two'),
          wait(7 * day),
          mail('Three'),
          wait(7 * day),
          mail('Four'),
        ],
        sendWindow: { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', zone: {} },
        exits: ['reply', 'bounce', 'unsubscribe'],
      })
      await person.do('POST', `/spinners/${spinnerId}/jobs`)
      const begun = performance.now()
      const clock = await advance({ seconds: 30 * day })
      expect(performance.now() - begun).toBeLessThan(120_000)
      expect(clock).toMatchObject({ now: '2026-12-20T12:00:00.000Z', error: null, next: null })

      const entries = await timeline()
      const mails = entries.filter(({ kind }) => kind === 'message')
      const of = (email: string) => mails.filter((one) => one.email === email).map(({ subject }) => subject)
      expect(of('p0@example.com')).toEqual(['One', 'Two', 'Three', 'Four'])
      expect(of('p1@example.com')).toEqual(['One', 'Two'])
      expect(of('p3@example.com')).toEqual(['One'])
      for (const { at } of mails) {
        expect(at.slice(11, 13) >= '09' && at.slice(11, 13) < '17').toBe(true)
        expect([1, 2, 3, 4, 5]).toContain(new Date(at).getUTCDay())
      }
      expect([...new Set(mails.map(({ at }) => at.slice(0, 10)))]).toEqual([
        '2026-11-20',
        '2026-11-27',
        '2026-12-04',
        '2026-12-11',
      ])
      expect(entries.find(({ kind }) => kind === 'reply')).toMatchObject({
        at: '2026-11-28T12:00:00.000Z',
        email: 'p1@example.com',
        text: 'Yes, call me',
      })
      expect(entries.at(-1)).toMatchObject({ kind: 'finished', status: 'completed' })
      expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).toSorted())
      // Expects that the channel has sent nothing, because a test organization captures its messages.
      expect(channel.sent).toEqual([])
    },
    patience,
  )

  /** Adds a sender with a gap of a minute to the test, so that each message has a different time. */
  async function slowSender(): Promise<void> {
    const { id } = await person.do('GET', '/organization')
    await addSender(world, id, {
      kind: 'deployment',
      settings: {},
      isDefault: true,
      gapSeconds: 60,
      dailyLimit: 40,
      timeZone: 'UTC',
    })
  }

  it(
    'respects daily limits, guards, webhooks and schedules as the real clock does',
    async () => {
      await start()
      await slowSender()
      await person.do('PUT', '/test-clock/rules', {
        calls: [{ url: 'https://crm.example.com/*', answer: 'deny' }],
      })
      const guarded = { type: 'guard', url: 'https://crm.example.com/may', onTimeout: 'skip' }
      await campaign(60, {
        steps: [mail('Daily')],
        starts: { on: 'schedule', cron: '0 8 * * *', timeZone: 'UTC' },
        audience: 'new',
      })
      const { spinnerId } = await campaign(2, { steps: [guarded, mail('Never')] })
      await person.do('POST', `/spinners/${spinnerId}/jobs`)
      expect(await advance({ seconds: 3 * day })).toMatchObject({ now: '2026-11-23T12:00:00.000Z' })
      const entries = await timeline()
      const mails = entries.filter(({ kind }) => kind === 'message')
      const days = mails.map(({ at }) => at.slice(0, 10))
      expect(days.filter((one) => one === '2026-11-21')).toHaveLength(40)
      expect(days.filter((one) => one === '2026-11-22')).toHaveLength(20)
      expect(mails[0]).toMatchObject({ at: '2026-11-21T08:00:00.000Z', sender: 'grace@example.com' })
      const calls = entries.filter(({ kind }) => kind === 'guard')
      expect(calls).toHaveLength(2)
      expect(calls[0]).toMatchObject({
        url: 'POST https://crm.example.com/may',
        at: '2026-11-20T12:00:00.000Z',
      })
      expect(
        entries.filter(({ kind, status }) => kind === 'skipped' && status === 'GUARD_REFUSED'),
      ).toHaveLength(2)
      expect(channel.sent).toEqual([])
    },
    patience,
  )

  it(
    'does not advance while real time passes, and runs work immediately that is due at its own time',
    async () => {
      const { spinnerId } = await campaign(1, { steps: [mail('Now'), wait(60), mail('In a minute')] })
      await start()
      world.clock.set('2026-11-20T14:00:00.000Z')
      await person.do('POST', `/spinners/${spinnerId}/jobs`)
      const sent = async () => (await timeline()).filter(({ kind }) => kind === 'message')
      await until(async () => (await sent()).length > 0)
      // Runs the sweeps in the test and waits until every requested turn has ended. A sweep by the real time
      // would have sent the second message by then.
      await world.container.get(AskDueTurns).execute()
      await world.container.get(RunTestClock).askUnattended()
      await until(async () => {
        const { rowCount } = await world.sql.query('select from graphile_worker._private_jobs')
        return rowCount === 0
      })
      expect(await sent()).toMatchObject([{ subject: 'Now', at: '2026-11-20T12:00:00.000Z' }])
      const { next, status } = await person.do('GET', '/test-clock')
      expect([next, status]).toEqual(['2026-11-20T12:01:00.000Z', 'idle'])
      expect(await advance({ to: next })).toMatchObject({ next: null })
      expect(await sent()).toHaveLength(2)
    },
    patience,
  )

  it(
    'plays a reply at the time on the clock, by the code that processes real inbound mail',
    async () => {
      await start()
      const steps = [mail('One'), wait(day), mail('Two')]
      const { spinnerId } = await campaign(2, { steps, exits: ['reply', 'bounce', 'unsubscribe'] })
      await person.do('POST', `/spinners/${spinnerId}/jobs`)
      await advance({ seconds: 3_600 })
      const { items } = await person.do('GET', '/messages')
      const first = items.find(({ to }: { to: string }) => to === 'p0@example.com')
      await person.do('POST', '/test-clock/inbound', {
        messageId: first.id,
        kind: 'reply',
        text: 'Stop, please',
      })
      await advance({ seconds: 2 * day })
      const entries = await timeline('&email=p0@example.com')
      expect(entries.map(({ kind, status }) => [kind, status])).toEqual([
        ['message', 'replied'],
        ['reply', 'replied'],
        ['stopped', 'REPLIED'],
      ])
      expect((await timeline('&email=p1@example.com')).filter(({ kind }) => kind === 'message')).toHaveLength(
        2,
      )
    },
    patience,
  )

  it(
    'keeps two different replies to a message at one time, and refuses the same reply again',
    async () => {
      await start()
      const { spinnerId } = await campaign(1, { steps: [mail('One')] })
      await person.do('POST', `/spinners/${spinnerId}/jobs`)
      await advance({ seconds: 3_600 })
      const { items } = await person.do('GET', '/messages')
      const reply = (text: string) =>
        person.do('POST', '/test-clock/inbound', { messageId: items[0].id, kind: 'reply', text })
      await reply('Who are you?')
      await reply('Call me')
      for (const text of ['Who are you?', 'Call me'])
        await expect(reply(text)).rejects.toThrow(
          'was already simulated at the present time of the test clock. Change its text, or advance the test clock',
        )
      const replies = async () =>
        (await timeline('')).filter(({ kind }) => kind === 'reply').map(({ text }) => text)
      expect(await replies()).toEqual(['Who are you?', 'Call me'])
      await advance({ seconds: 60 })
      await reply('Call me')
      expect(await replies()).toEqual(['Who are you?', 'Call me', 'Call me'])
    },
    patience,
  )

  it(
    'stops an advance after too many moments, with the reason, and continues it with another advance',
    async () => {
      await start()
      await campaign(1, {
        steps: [mail('Each minute')],
        starts: { on: 'schedule', cron: '* * * * *', timeZone: 'UTC' },
        audience: 'all',
      })
      await world.sql.query('update test_clocks set moments = 0')
      // An advance by a day has 1,440 moments, so it is still running when the test sets their number.
      await person.do('POST', '/test-clock/advance', { seconds: day })
      await world.sql.query('update test_clocks set moments = 9995')
      const clock = await idle()
      expect(clock).toMatchObject({ error: { code: 'TOO_MANY_MOMENTS' } })
      const now = new Date(String(clock['now']))
      expect(now.getTime()).toBeLessThan(Date.parse('2026-11-21T12:00:00.000Z'))
      const to = new Date(now.getTime() + 3_600_000).toISOString()
      expect(await advance({ to })).toMatchObject({ now: to, error: null })
    },
    patience,
  )

  it(
    'continues after a worker was killed during an advance, omits nobody, and writes to nobody twice',
    async () => {
      await slowSender()
      await person.do('PUT', '/test-clock/rules', {
        replies: [{ to: 'p12@*', kind: 'reply', afterSeconds: 60 * day, text: 'Later' }],
      })
      const { spinnerId } = await campaign(25, { steps: [mail('One'), wait(day), mail('Two')] })
      await person.do('POST', `/spinners/${spinnerId}/jobs`)
      await person.do('POST', '/test-clock/advance', { seconds: 10 * day })
      const worker = commandOf('worker')
      const killed = spawn(process.execPath, worker.words, {
        cwd: worker.cwd,
        env: {
          ...worker.env,
          DATABASE_URL: world.databaseUrl,
          SESSION_SECRET: 'a secret of the tests, thirty-two long',
          LOG_LEVEL: 'fatal',
        },
        stdio: 'ignore',
      })
      const exited = once(killed, 'exit')
      // Locks the table of simulated replies in the test, so that the runtime waits in the middle of storing a
      // message that the test rules answer.
      await world.sql.query('begin')
      await world.sql.query('lock table test_answers in share mode')
      const marked = async () => {
        const { rows } = await world.sql.query<{ marked: number }>(
          `select coalesce(sum(cardinality(sending)), 0)::int as marked from slices
            where exists (select from pg_locks where relation = 'test_answers'::regclass and not granted)`,
        )
        return rows[0]?.marked ?? 0
      }
      await until(async () => (await marked()) === 1, 60_000)
      killed.kill('SIGKILL')
      await exited
      await world.sql.query('rollback')
      expect((await person.do('GET', '/test-clock')).status).toBe('advancing')
      await start()
      expect(await idle(90)).toMatchObject({ now: '2026-11-30T12:00:00.000Z', error: null })
      const entries = await timeline()
      const mails = entries.filter(({ kind }) => kind === 'message')
      const said = mails.map(({ email, subject }) => `${email} ${subject}`)
      expect(new Set(said).size).toBe(said.length)
      // Expects that the message that was being captured at the kill is captured again, because nothing has
      // left the service.
      expect(said.length).toBe(50)
      expect(mails.every(({ status }) => status === 'sent')).toBe(true)
      expect(entries.filter(({ kind }) => kind === 'unconfirmed')).toEqual([])
      expect(entries.at(-1)).toMatchObject({ kind: 'finished', status: 'completed' })
    },
    patience,
  )

  it(
    'delays no other organization while it advances',
    async () => {
      await start()
      await slowSender()
      const { spinnerId } = await campaign(500, { steps: [mail('One'), wait(day), mail('Two')] })
      await person.do('POST', `/spinners/${spinnerId}/jobs`)
      await api.ingest(leads(1))
      const measured = async () => {
        const begun = performance.now()
        expect((await api.ingest(leads(1))).status).toBe(201)
        const answered = performance.now() - begun
        const { jobId } = (await api.trigger()).body as { jobId: string }
        await until(async () => (await api.job(jobId)).body['status'] === 'completed', 20_000)
        return [answered, performance.now() - begun] as const
      }
      const worst = async (times: number) => {
        const all: (readonly [number, number])[] = []
        for (let nth = 0; nth < times; nth++) all.push(await measured())
        return [Math.max(...all.map(([one]) => one)), Math.max(...all.map(([, both]) => both))] as const
      }
      await measured()
      await person.do('POST', '/test-clock/advance', { seconds: 30 * day })
      const [ingest, job] = await worst(10)
      expect((await person.do('GET', '/test-clock')).status).toBe('advancing')
      expect(ingest).toBeLessThan(1_000)
      expect(job).toBeLessThan(5_000)
    },
    patience,
  )
})
