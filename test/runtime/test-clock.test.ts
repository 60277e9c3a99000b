import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import pino from 'pino'
import { provideValue } from '../../src/composition/provide.ts'
import type { Outcome } from '../../src/domain/job/recipient/recipient.ts'
import type { EmailMessage } from '../../src/domain/sender/message/message.ts'
import { EmailChannel } from '../../src/ports/sender/message/email-channel.ts'
import { type Runtime, startRuntime } from '../../workers/runtime.ts'
import { type Api, createApi } from '../support/api.ts'
import { type Person, signUp } from '../support/person.ts'
import { createPostgresWorld, type PostgresWorld } from '../support/world.ts'

/** Notes what leaves the service. */
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

describe('a test clock', () => {
  let world: PostgresWorld
  let api: Api
  let channel: RecordingChannel
  let runtimes: Runtime[]
  let person: Person

  beforeEach(async () => {
    channel = new RecordingChannel()
    world = await createPostgresWorld([provideValue(EmailChannel, channel)], 16)
    // A Friday.
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

  async function idle(seconds = 60): Promise<Record<string, unknown>> {
    const until = Date.now() + seconds * 1000
    for (;;) {
      const clock = await person.do('GET', '/test-clock')
      if (clock.state === 'idle' || Date.now() > until) return clock
      await new Promise((done) => setTimeout(done, 25))
    }
  }

  async function advance(wish: object): Promise<Record<string, unknown>> {
    await person.do('POST', '/test-clock/advance', wish)
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

  it('lets a drip of 30 days happen in seconds, within its window, until people reply or bounce', async () => {
    await start()
    await person.do('PUT', '/test-clock/rules', {
      messages: [{ to: 'p3@*', outcome: 'bounce' }],
      replies: [{ to: 'p1@*', kind: 'reply', afterSeconds: 8 * day, text: 'Yes, call me' }],
    })
    const { spinnerId } = await campaign(20, {
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
    expect(performance.now() - begun).toBeLessThan(20_000)
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
    // Nothing has left the service.
    expect(channel.sent).toEqual([])
  })
})
