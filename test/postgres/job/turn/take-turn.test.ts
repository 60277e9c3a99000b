import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { SystemTimers } from '../../../../src/adapters/system/system-timers.ts'
import { LiquidTemplates } from '../../../../src/adapters/templates/liquid-templates.ts'
import { TemplateThreads } from '../../../../src/adapters/templates/template-threads.ts'
import { type Binding, provideAs, provideValue } from '../../../../src/composition/provide.ts'
import type { Outcome } from '../../../../src/domain/job/recipient/recipient.ts'
import type { DataRecord } from '../../../../src/domain/record-cells.ts'
import type { EmailMessage } from '../../../../src/domain/sender/message/message.ts'
import { Ids } from '../../../../src/ports/ids.ts'
import { Slices } from '../../../../src/ports/job/slices.ts'
import { EmailChannel } from '../../../../src/ports/sender/message/channels.ts'
import { Templates, TemplateTooSlow } from '../../../../src/ports/spinner/templates.ts'
import { Timers } from '../../../../src/ports/timers.ts'
import { TakeTurnOptions } from '../../../../src/use-cases/job/slice-run.ts'
import { createFixture, type Fixture, lead, leads } from '../../../support/demo/fixture.ts'

/**
 * A test double of the e-mail channel that records the recipients of messages, and answers each message by the
 * script of the test.
 */
class ScriptedChannel extends EmailChannel {
  readonly recipients: string[] = []
  script: (message: EmailMessage) => Outcome | Promise<Outcome> = () => ({ kind: 'sent' })

  override async send(message: EmailMessage): Promise<Outcome> {
    this.recipients.push(message.to)
    return this.script(message)
  }
}

let on: Fixture
let channel: ScriptedChannel
beforeEach(async () => {
  channel = new ScriptedChannel()
  on = await createFixture(provideValue(EmailChannel, channel))
})
afterEach(() => on.close())

/** Replaces the service of the test by another one. */
async function restart(...replacements: readonly Binding[]): Promise<void> {
  await on.close()
  on = await createFixture(provideValue(EmailChannel, channel), ...replacements)
}

const email = { type: 'email', to: '{{ email }}', subject: 'Hello {{ name }}' } as const

async function triggered(): Promise<string> {
  return (await on.trigger()).answer.jobId
}

async function states(jobId: string): Promise<Record<string, number>> {
  const { counts } = await on.job(jobId)
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}

describe('a job during the turn of its organization', () => {
  it('sends one message to each recipient', async () => {
    await on.ingest(leads(3))
    await on.advance(await triggered())
    expect(channel.recipients.toSorted()).toEqual([
      'lead1@example.com',
      'lead2@example.com',
      'lead3@example.com',
    ])
  })

  it('is completed', async () => {
    await on.ingest(leads(3))
    const jobId = await triggered()
    await on.advance(jobId)
    expect(await on.job(jobId)).toMatchObject({ status: 'completed', counts: { total: 3, done: 3 } })
  })

  it('is completed if it has no recipients', async () => {
    const jobId = await triggered()
    await on.advance(jobId)
    expect(await on.job(jobId)).toMatchObject({ status: 'completed', counts: { total: 0 } })
  })

  it('sends nothing twice if it is woken twice', async () => {
    await on.ingest(leads(3))
    const jobId = await triggered()
    await on.advance(jobId)
    await on.advance(jobId)
    expect(channel.recipients).toHaveLength(3)
  })

  it('sends nothing twice if several workers process it', async () => {
    for (let round = 0; round < 4; round++) await on.ingest(leads(400, round * 400))
    const jobId = await triggered()
    await Promise.all([on.advance(jobId), on.advance(jobId), on.advance(jobId)])
    expect(channel.recipients).toHaveLength(1_600)
  })

  it('requests another worker when it has more than one slice', async () => {
    await on.ingest(leads(500))
    await on.ingest(leads(500))
    const jobId = await triggered()
    await on.inspect.loseTurns()
    await on.advance(jobId)
    expect(await on.inspect.turns()).toEqual([{ organizationId: on.demo.organizationId }])
  })

  it('requests one more turn when the turn was too short', async () => {
    for (let round = 0; round < 5; round++) await on.ingest(leads(300, round * 300))
    const jobId = await triggered()
    await on.inspect.loseTurns()
    await on.advance(jobId)
    expect(await states(jobId)).toEqual({ total: 1_500, pending: 300, done: 1_200 })
    expect(await on.inspect.turns()).toEqual([{ organizationId: on.demo.organizationId }])
  })

  it('is cut into slices of at most 500 recipients, whatever the sizes of the appends', async () => {
    for (const count of [300, 300, 200, 1, 500]) await on.ingest(leads(count))
    await on.advance(await triggered())
    const { rows } = await on.sql.query<{ size: number }>(
      'select count(*)::int as size from recipients group by slice order by slice',
    )
    expect(rows.map(({ size }) => size)).toEqual([300, 500, 1, 500])
  })

  it('requests no other worker when it has one slice', async () => {
    await on.ingest(leads(500))
    const jobId = await triggered()
    await on.inspect.loseTurns()
    await on.advance(jobId)
    expect(await on.inspect.turns()).toEqual([])
  })

  it('goes through every step in order', async () => {
    await on.changeVersion({ steps: [{ ...email, to: 'first@example.com' }, email] })
    await on.ingest(leads(1))
    await on.advance(await triggered())
    expect(channel.recipients).toEqual(['first@example.com', 'lead1@example.com'])
  })

  it('does nothing if it does not exist', async () => {
    await expect(on.advance('01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d')).resolves.toBeUndefined()
  })
})

describe('a message', () => {
  const sent = async (): Promise<EmailMessage | undefined> => {
    let last: EmailMessage | undefined
    channel.script = (message) => {
      last = message
      return { kind: 'sent' }
    }
    await on.advance(await triggered())
    return last
  }

  it('is rendered from the record', async () => {
    await on.changeVersion({ steps: [{ ...email, text: 'Dear {{ name }}', html: '<p>{{ name }}</p>' }] })
    await on.ingest([lead(1, { name: 'A & B' })])
    expect(await sent()).toMatchObject({
      to: 'lead1@example.com',
      subject: 'Hello A & B',
      text: 'Dear A & B',
      html: '<p>A &amp; B</p>',
    })
  })

  it('names the organization', async () => {
    await on.ingest(leads(1))
    expect(await sent()).toMatchObject({ organizationId: on.demo.organizationId, recordId: '512', step: 0 })
  })

  it.each([
    ['no address', null],
    ['a value that is not an address', 'lead at example'],
    ['two addresses', 'a@example.com, b@example.com'],
    ['an address with a line break', 'a@example.com\nBcc: b@example.com'],
    ['an address that names a route', 'ada%victim.example@example.com'],
    ['an address that names another kind of route', 'victim.example!ada@example.com'],
  ])('is not sent to %s', async (_what, address) => {
    await on.ingest([lead(1, { email: address })])
    const jobId = await triggered()
    await on.advance(jobId)
    expect([channel.recipients, await states(jobId)]).toEqual([[], { total: 1, failed: 1 }])
  })

  it('is not sent with a subject of two lines', async () => {
    await on.ingest([lead(1, { name: 'Ann\r\nBcc: b@example.com' })])
    const jobId = await triggered()
    await on.advance(jobId)
    expect([channel.recipients, await states(jobId)]).toEqual([[], { total: 1, failed: 1 }])
  })

  it('is not sent with a subject that is longer than a mail header may be', async () => {
    await on.ingest([lead(1, { name: 'x'.repeat(1_000) })])
    const jobId = await triggered()
    await on.advance(jobId)
    expect([channel.recipients, await states(jobId)]).toEqual([[], { total: 1, failed: 1 }])
  })

  it('cannot use a column that is not metadata', async () => {
    await on.changeVersion({ steps: [{ ...email, subject: '{{ phone }}' }] })
    await on.ingest(leads(1))
    const jobId = await triggered()
    await on.advance(jobId)
    expect(await on.recipients(jobId)).toMatchObject([
      { status: 'failed', error: expect.stringContaining('phone') },
    ])
  })

  it('that cannot be rendered does not stop the others', async () => {
    await on.changeVersion({
      steps: [{ ...email, text: '{% if name %}{{ name | times: 2 | nope }}{% endif %}' }],
    })
    await on.ingest([lead(1), lead(2)])
    const jobId = await triggered()
    await on.advance(jobId)
    expect(await on.job(jobId)).toMatchObject({ status: 'completed', counts: { failed: 2 } })
  })
})

describe('a template that is too slow', () => {
  class SlowTemplates extends Templates {
    slowness = Number.POSITIVE_INFINITY

    override columnsOf(): readonly string[] {
      return []
    }

    override withColumnReplaced(template: string): string {
      return template
    }

    override async plainTextOf(html: string): Promise<string> {
      return html
    }

    override render(template: string): string {
      if (this.slowness-- > 0) throw new TemplateTooSlow('It took too long')
      return template.replace('{{ email }}', 'lead1@example.com')
    }
  }

  let templates: SlowTemplates
  beforeEach(async () => {
    templates = new SlowTemplates()
    await restart(provideValue(Templates, templates))
    await on.changeVersion({ steps: [{ ...email, text: 'Hello' }] })
    await on.ingest(leads(1))
  })

  it('is tried again, because the machine may have been busy', async () => {
    templates.slowness = 1
    const jobId = await triggered()
    await on.advance(jobId)
    expect(await on.job(jobId)).toMatchObject({ status: 'running', counts: { waiting: 1 } })
    await on.later(200)
    await on.advance(jobId)
    expect(await states(jobId)).toEqual({ total: 1, done: 1 })
  })

  it('fails after the second attempt', async () => {
    const jobId = await triggered()
    await on.advance(jobId)
    await on.later(200)
    await on.advance(jobId)
    expect(await on.recipients(jobId)).toMatchObject([
      { status: 'failed', attempts: 2, error: '"to": It took too long' },
    ])
  })
})

describe('a recipient whose message fails', () => {
  it('permanently ends as failed with the reason', async () => {
    channel.script = () => ({ kind: 'failed', code: 'MESSAGE_REFUSED', reason: '550 no such user' })
    await on.ingest(leads(1))
    const jobId = await triggered()
    await on.drain()
    expect(await on.recipients(jobId)).toMatchObject([
      { status: 'failed', attempts: 1, error: '550 no such user' },
    ])
  })

  it('does not stop the others', async () => {
    channel.script = ({ to }) =>
      to === 'lead2@example.com'
        ? { kind: 'failed', code: 'MESSAGE_REFUSED', reason: '550' }
        : { kind: 'sent' }
    await on.ingest(leads(3))
    const jobId = await triggered()
    await on.drain()
    expect(await states(jobId)).toEqual({ total: 3, done: 2, failed: 1 })
  })

  it('temporarily waits', async () => {
    channel.script = () => ({ kind: 'transient', code: 'MAIL_TEMPORARILY_REFUSED', reason: 'greylisted' })
    await on.ingest(leads(1))
    const jobId = await triggered()
    await on.advance(jobId)
    expect(await on.job(jobId)).toMatchObject({ status: 'running', counts: { waiting: 1 } })
  })

  it('temporarily is due when its time has come and not before', async () => {
    channel.script = () => ({ kind: 'transient', code: 'MAIL_TEMPORARILY_REFUSED', reason: 'greylisted' })
    await on.ingest(leads(1))
    const jobId = await triggered()
    await on.advance(jobId)
    await on.later(0.9)
    expect(await on.askDueTurns()).toBe(0)
    await on.later(1.1)
    expect(await on.askDueTurns()).toBe(1)
  })

  it('temporarily is not retried before its time', async () => {
    channel.script = () => ({ kind: 'transient', code: 'MAIL_TEMPORARILY_REFUSED', reason: 'greylisted' })
    await on.ingest(leads(1))
    const jobId = await triggered()
    await on.advance(jobId)
    await on.later(0.9)
    await on.advance(jobId)
    expect(channel.recipients).toHaveLength(1)
  })

  it('temporarily is done when a retry succeeds', async () => {
    channel.script = () =>
      channel.recipients.length < 3
        ? { kind: 'transient', code: 'MAIL_TEMPORARILY_REFUSED', reason: 'greylisted' }
        : { kind: 'sent' }
    await on.ingest(leads(1))
    const jobId = await triggered()
    for (let round = 0; round < 3; round++) {
      await on.advance(jobId)
      await on.later(200)
    }
    expect(await states(jobId)).toEqual({ total: 1, done: 1 })
  })

  it('temporarily each time is given up after five attempts', async () => {
    channel.script = () => ({ kind: 'transient', code: 'MAIL_TEMPORARILY_REFUSED', reason: 'greylisted' })
    await on.ingest(leads(1))
    const jobId = await triggered()
    for (let round = 0; round < 9; round++) {
      await on.advance(jobId)
      await on.later(200)
    }
    expect([channel.recipients.length, await states(jobId)]).toEqual([5, { total: 1, failed: 1 }])
  })

  it('with an unknown result is not sent another one', async () => {
    channel.script = () => {
      throw new Error('The connection broke')
    }
    await on.ingest(leads(1))
    const jobId = await triggered()
    await on.drain()
    expect([channel.recipients.length, await states(jobId)]).toEqual([1, { total: 1, unconfirmed: 1 }])
  })
})

describe('a record that is deleted', () => {
  const forget = (id: number) => on.sql.query('delete from records where id = $1', [id])

  it('before the job begins is not counted', async () => {
    await on.ingest(leads(3))
    const jobId = await triggered()
    await forget(513)
    await on.drain()
    expect(await states(jobId)).toEqual({ total: 2, done: 2 })
  })

  it('while it waits is skipped', async () => {
    channel.script = () => ({ kind: 'transient', code: 'MAIL_TEMPORARILY_REFUSED', reason: 'greylisted' })
    await on.ingest(leads(1))
    const jobId = await triggered()
    await on.advance(jobId)
    await forget(512)
    await on.later(60)
    await on.advance(jobId)
    expect([channel.recipients.length, await states(jobId)]).toEqual([1, { total: 1, skipped: 1 }])
  })
})

describe('a worker whose outcomes cannot be stored', () => {
  it('reports the first error', async () => {
    const slices = on.container.get(Slices)
    const write = slices.settleAndMark.bind(slices)
    let failed = 0
    slices.settleAndMark = async (slice, lease, settled, next) => {
      if (settled.length > 0) throw new Error(`Failed write ${++failed}`)
      return write(slice, lease, settled, next)
    }
    await on.ingest(leads(3))
    await expect(on.advance(await triggered())).rejects.toThrow('Failed write 1')
    expect(failed).toBe(2)
  })
})

describe('a worker that dies', () => {
  /**
   * Does the work of a runtime in the test up to the moment at which it is killed, while it sends to the first
   * recipient.
   */
  async function dieSending(jobId: string): Promise<void> {
    const slices = on.container.get(Slices)
    const lease = { holder: on.container.get(Ids).next(), seconds: 15 }
    const slice = await slices.take(jobId, lease)
    const [first] = slice?.recipients ?? []
    if (slice === null || first === undefined) throw new Error('There is something to send')
    await slices.settleAndMark(slice, lease, [], [{ recordId: first.recordId, step: 0, address: null }])
  }

  it('keeps its slice until the lease has ended', async () => {
    await on.ingest(leads(3))
    const jobId = await triggered()
    await dieSending(jobId)
    await on.later(10)
    await on.advance(jobId)
    expect(channel.recipients).toEqual([])
  })

  it('leaves the recipients that it had not begun to the next worker', async () => {
    await on.ingest(leads(3))
    const jobId = await triggered()
    await dieSending(jobId)
    await on.later(15)
    await on.advance(jobId)
    expect(channel.recipients.toSorted()).toEqual(['lead2@example.com', 'lead3@example.com'])
  })

  it('leaves the recipient of its last message unconfirmed, who gets no second message', async () => {
    await on.ingest(leads(3))
    const jobId = await triggered()
    await dieSending(jobId)
    await on.later(15)
    await on.advance(jobId)
    expect(await states(jobId)).toEqual({ total: 3, done: 2, unconfirmed: 1 })
  })
})

describe('a recipient whose preparation throws an unexpected error', () => {
  /** A test double that throws when it renders a template for the third recipient. */
  class FaultyTemplates extends LiquidTemplates {
    override render(...rendering: Parameters<LiquidTemplates['render']>) {
      if (rendering[1].email === 'lead3@example.com') throw new Error('An unexpected error')
      return super.render(...rendering)
    }
  }

  it('waits a minute, while the others get their messages and the error is reported', async () => {
    await restart(
      provideAs(Templates, FaultyTemplates, TemplateThreads),
      provideValue(TakeTurnOptions, new TakeTurnOptions({ sendConcurrency: 2, leaseSeconds: 15 })),
    )
    await on.changeVersion({ steps: [{ ...email, text: 'Hello' }] })
    await on.ingest(leads(4))
    const jobId = await triggered()
    await expect(on.advance(jobId)).rejects.toThrow('An unexpected error')
    expect(channel.recipients.toSorted()).toEqual([
      'lead1@example.com',
      'lead2@example.com',
      'lead4@example.com',
    ])
    expect(await states(jobId)).toEqual({ total: 4, done: 3, waiting: 1 })
    const ofFaulty = (await on.recipients(jobId)).filter(({ status }) => status === 'waiting')
    expect(ofFaulty).toMatchObject([{ reason: 'SENDING_NOT_PREPARED', attempts: 0 }])
    await on.later(59)
    await on.advance(jobId)
    await on.later(1)
    await expect(on.advance(jobId)).rejects.toThrow('An unexpected error')
    expect(await states(jobId)).toEqual({ total: 4, done: 3, waiting: 1 })
  })
})

describe('a turn that takes too long', () => {
  /** A test double whose time passes when the test calls `pass`. */
  class HeldTimers extends SystemTimers {
    readonly held = new Map<() => void, number>()
    passedMs = 0

    override elapsedMs(): number {
      return this.passedMs
    }

    pass(milliseconds: number): void {
      this.passedMs += milliseconds
      for (const [work, ms] of this.held) if (ms <= milliseconds) work()
    }

    override after(milliseconds: number, work: () => void): () => void {
      this.held.set(work, milliseconds)
      return () => this.held.delete(work)
    }
  }

  it('ends at the next chunk and requests another turn, in which each remaining recipient gets a message', async () => {
    const timers = new HeldTimers()
    await restart(
      provideValue(Timers, timers),
      provideValue(TakeTurnOptions, new TakeTurnOptions({ sendConcurrency: 2, leaseSeconds: 120 })),
    )
    await on.ingest(leads(5))
    const jobId = await triggered()
    await on.inspect.loseTurns()
    channel.script = () => {
      timers.pass(30_000)
      return { kind: 'sent' }
    }
    await on.advance(jobId)
    expect(await states(jobId)).toEqual({ total: 5, done: 2, pending: 3 })
    expect(await on.inspect.turns()).toEqual([{ organizationId: on.demo.organizationId }])
    channel.script = () => ({ kind: 'sent' })
    await on.drain()
    expect(channel.recipients).toHaveLength(5)
    expect(new Set(channel.recipients).size).toBe(5)
    expect(timers.held.size).toBe(0)
  })
})

describe('a recipient at whom one worker after the other dies', () => {
  /**
   * A test double that never finishes rendering for the third recipient, as if the runtime died there each
   * time.
   */
  class DeadlyTemplates extends Templates {
    /** Called when a runtime of the test has begun the rendering that never finishes. */
    onDeath: () => void = () => {}
    readonly #dead = Promise.withResolvers<string>()

    override columnsOf(): readonly string[] {
      return []
    }

    override withColumnReplaced(template: string): string {
      return template
    }

    override async plainTextOf(html: string): Promise<string> {
      return html
    }

    override render(template: string, cells: DataRecord): string | Promise<string> {
      const text = template.replace('{{ email }}', String(cells['email']))
      if (text !== 'lead3@example.com') return text
      this.onDeath()
      return this.#dead.promise
    }

    /** Ends the pending calls of the test's dead runtimes, so that they do not outlast the test. */
    bury(): void {
      this.#dead.resolve('')
    }
  }

  let templates: DeadlyTemplates
  let runtimes: Promise<void>[]
  beforeEach(async () => {
    templates = new DeadlyTemplates()
    await restart(provideValue(Templates, templates))
    await on.changeVersion({ steps: [{ ...email, text: 'Hello' }] })
    await on.ingest(leads(5))
    runtimes = []
  })
  afterEach(async () => {
    templates.bury()
    await Promise.all(runtimes)
  })

  /**
   * Starts `count` runtimes of the test one after another. Each takes the slice and dies, or finishes if the
   * recipient has failed. The next one starts after the lease of the previous runtime has expired.
   */
  async function dyingRuntimes(jobId: string, count: number): Promise<void> {
    for (let runtime = 0; runtime < count; runtime++) {
      const death = Promise.withResolvers<void>()
      templates.onDeath = death.resolve
      const run = on.advance(jobId)
      runtimes.push(run)
      await Promise.race([run, death.promise])
      await on.later(16)
    }
  }

  it('fails with the reason after the third, and the others get their messages', async () => {
    const jobId = await triggered()
    await dyingRuntimes(jobId, 6)
    await on.drain()
    expect(await states(jobId)).toEqual({ total: 5, done: 4, failed: 1 })
    expect((await on.recipients(jobId)).find(({ status }) => status === 'failed')).toMatchObject({
      error: 'Three worker processes stopped one after another while they processed this recipient',
    })
    expect(new Set(channel.recipients).size).toBe(channel.recipients.length)
  })

  it('does not fail after the second', async () => {
    const jobId = await triggered()
    await dyingRuntimes(jobId, 2)
    expect((await on.recipients(jobId)).map(({ status }) => status)).not.toContain('failed')
  })
})

describe('a worker that loses its lease', () => {
  beforeEach(async () => {
    await on.ingest(leads(1))
  })

  async function loseLeaseWhileSending(): Promise<string> {
    const jobId = await triggered()
    channel.script = async () => {
      await on.later(16)
      await on.advance(jobId)
      return { kind: 'sent' }
    }
    await on.advance(jobId)
    return jobId
  }

  it('cannot overwrite the results of the next worker', async () => {
    expect(await states(await loseLeaseWhileSending())).toEqual({ total: 1, unconfirmed: 1 })
  })

  it('has sent its message once', async () => {
    await loseLeaseWhileSending()
    expect(channel.recipients).toHaveLength(1)
  })
})

describe('a worker that is asked to stop', () => {
  const stopper = () => {
    const controller = new AbortController()
    channel.script = () => {
      controller.abort()
      return { kind: 'sent' }
    }
    return controller.signal
  }

  it('finishes the present chunk and begins no other', async () => {
    await on.ingest(leads(120))
    await on.advance(await triggered(), stopper())
    expect(channel.recipients).toHaveLength(50)
  })

  it('stores which messages it sent', async () => {
    await on.ingest(leads(120))
    const jobId = await triggered()
    await on.advance(jobId, stopper())
    expect(await states(jobId)).toEqual({ total: 120, pending: 70, done: 50 })
  })

  it('leaves the rest to the next worker immediately', async () => {
    await on.ingest(leads(120))
    const jobId = await triggered()
    await on.advance(jobId, stopper())
    await on.drain()
    expect([new Set(channel.recipients).size, await states(jobId)]).toEqual([120, { total: 120, done: 120 }])
  })

  it('begins nothing if it was asked before, and leaves the turn to another worker', async () => {
    await on.ingest(leads(1))
    const jobId = await triggered()
    await on.inspect.loseTurns()
    await on.advance(jobId, AbortSignal.abort())
    expect([channel.recipients, await on.takeTurns()]).toEqual([[], 1])
  })

  it('requests its turn again, because another worker may have taken the turn that it requested before', async () => {
    await on.ingest(leads(400))
    await on.ingest(leads(400))
    const controller = new AbortController()
    const requested: number[] = []
    channel.script = async () => {
      const isFirst = !controller.signal.aborted
      controller.abort()
      if (isFirst) requested.push(await on.takeTurns())
      return { kind: 'sent' }
    }
    const jobId = await triggered()
    await on.inspect.loseTurns()
    await on.advance(jobId, controller.signal)
    expect([requested, await on.takeTurns()]).toEqual([[1], 1])
  })
})

describe('a job that is cancelled', () => {
  const statement = { name: 'cancel', text: `update jobs set status = 'cancelled' where id = $1` }
  const cancel = (jobId: string) => on.database.write(statement, [jobId])

  it('sends nothing', async () => {
    await on.ingest(leads(1))
    const jobId = await triggered()
    await cancel(jobId)
    await on.drain()
    expect(channel.recipients).toEqual([])
  })

  it('while it sends begins no other chunk', async () => {
    await on.ingest(leads(120))
    const jobId = await triggered()
    channel.script = async () => {
      await cancel(jobId)
      return { kind: 'sent' }
    }
    await on.drain()
    expect(channel.recipients).toHaveLength(50)
  })

  it('keeps the messages that were sent before', async () => {
    await on.ingest(leads(120))
    const jobId = await triggered()
    channel.script = async () => {
      await cancel(jobId)
      return { kind: 'sent' }
    }
    await on.drain()
    expect(await states(jobId)).toEqual({ total: 120, pending: 70, done: 50 })
  })

  it('stays cancelled', async () => {
    await on.ingest(leads(1))
    const jobId = await triggered()
    channel.script = async () => {
      await cancel(jobId)
      return { kind: 'sent' }
    }
    await on.drain()
    expect((await on.job(jobId)).status).toBe('cancelled')
  })
})
