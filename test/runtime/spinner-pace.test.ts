import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import pino from 'pino'
import { Database } from '../../src/adapters/postgres/database.ts'
import { createContainer, postgres } from '../../src/composition/container.ts'
import { provideValue } from '../../src/composition/provide.ts'
import type { Outcome } from '../../src/domain/job/recipient/recipient.ts'
import type { EmailMessage } from '../../src/domain/sender/message/message.ts'
import { afterRestore } from '../../src/operation/backup/after-restore.ts'
import { Mailer } from '../../src/ports/account/mailer.ts'
import { Clock } from '../../src/ports/clock.ts'
import { EmailChannel } from '../../src/ports/sender/message/channels.ts'
import { AskDueTurns } from '../../src/use-cases/job/ask-due-turns.ts'
import { RunTestClock } from '../../src/use-cases/test-mode/run-test-clock.ts'
import { type Runtime, startRuntime } from '../../workers/runtime.ts'
import { type Api, createApi } from '../support/api.ts'
import { CapturingMailer } from '../support/data/capturing-mailer.ts'
import { createWorkshop, type Person, personWith, signUp, type Workshop } from '../support/data/person.ts'
import { until } from '../support/until.ts'
import { createWorld, type World } from '../support/world.ts'

/** A test double of the e-mail channel of one runtime, slow enough that the jobs of two runtimes overlap. */
class SlowChannel extends EmailChannel {
  readonly sent: string[] = []

  override async send(message: EmailMessage): Promise<Outcome> {
    await sleep(10)
    this.sent.push(message.to)
    return { kind: 'sent' }
  }
}

describe('the pace of a spinner', () => {
  let world: World
  let api: Api
  let person: Person
  let channels: readonly [SlowChannel, SlowChannel]

  beforeEach(async () => {
    channels = [new SlowChannel(), new SlowChannel()]
    world = await createWorld([provideValue(EmailChannel, channels[0])])
    world.clock.set('2026-11-20T12:00:00.000Z')
    api = await createApi(world)
    person = await signUp(api)
  })
  afterEach(async () => {
    await api.close()
    await world.close()
  })

  /** Signs in again, because sessions expire and a restore ends them. */
  const signIn = async () => {
    const { email, password } = person
    const { body } = await api.ask('/api/v1/auth/sign-in', { method: 'POST', json: { email, password } })
    person = personWith(api, String(body['token']), email, password, body)
  }
  const publish = async ({ spinnerId }: Workshop, pace: object) => {
    await person.do('PATCH', `/spinners/${spinnerId}`, { pace })
    await person.do('POST', `/spinners/${spinnerId}/publish`)
  }
  /** Adds people whose names are their numbers, and starts a job for them. */
  const startJob = async ({ spinnerId, dataTableId }: Workshop, from: number, to: number) => {
    const rows = Array.from({ length: to - from }, (_, no) => `P${from + no},p${from + no}@example.com`)
    if (rows.length > 0) await person.import(dataTableId, `name,email\n${rows.join('\n')}\n`)
    const { jobId } = await person.do('POST', `/spinners/${spinnerId}/jobs`)
    return String(jobId)
  }
  const countsOf = async (jobIds: readonly string[]) => {
    const { rows } = await world.sql.query<{ done: number; withheld: number; total: number }>(
      `select count(*) filter (where status = 'done')::int as done, count(*)::int as total,
              count(*) filter (where status = 'waiting' and pace_day > $2::date)::int as withheld
         from recipients where job_id = any($1)`,
      [jobIds, world.clock.now()],
    )
    return rows[0] ?? { done: 0, withheld: 0, total: 0 }
  }

  it('holds for two runtimes that work on several jobs at once, day after day', async () => {
    const workshop = await createWorkshop(person)
    await publish(workshop, { maxNewPerDay: 90 })
    const database = new Database({ url: world.databaseUrl, poolSize: 8 })
    const second = createContainer(world.config, postgres(database), [
      provideValue(Clock, world.clock),
      provideValue(Mailer, new CapturingMailer()),
      provideValue(EmailChannel, channels[1]),
    ])
    const runtimes: Runtime[] = []
    try {
      for (const container of [world.container, second])
        runtimes.push(
          await startRuntime(container, {
            databaseUrl: world.databaseUrl,
            concurrency: 3,
            logger: pino({ level: 'silent' }),
            onFatal: () => {},
          }),
        )
      const jobs: string[] = []
      for (let nth = 0; nth < 6; nth++) jobs.push(await startJob(workshop, nth * 40, nth * 40 + 40))
      // The demo data adds two people to the first job.
      for (const done of [90, 180, 242]) {
        await until(async () => {
          const counts = await countsOf(jobs)
          return counts.total === 242 && counts.done + counts.withheld === 242
        })
        expect((await countsOf(jobs)).done).toBe(done)
        world.clock.advance(24 * 60 * 60)
        await world.container.get(AskDueTurns).execute()
      }
    } finally {
      for (const runtime of runtimes) await runtime.stop()
      await database.close()
    }
    const [first, other] = channels.map(({ sent }) => sent.length)
    expect(first).toBeGreaterThan(0)
    expect(other).toBeGreaterThan(0)
    const everybody = channels.flatMap(({ sent }) => sent)
    expect(everybody).toHaveLength(242)
    expect(new Set(everybody).size).toBe(242)
  })

  it('goes by the days of a test clock, in the time zone of the test organization', async () => {
    await person.do('POST', '/test-mode/enter')
    await person.do('PATCH', '/organization', { timeZone: 'Asia/Tokyo' })
    const { id: organizationId } = await person.do('GET', '/organization')
    const workshop = await createWorkshop(person)
    await publish(workshop, { maxNewPerDay: 2 })
    const jobId = await startJob(workshop, 0, 5)
    const { signal } = new AbortController()
    const run = () => world.container.get(RunTestClock).execute({ organizationId, signal })
    const done: number[] = []
    await run()
    done.push((await countsOf([jobId])).done)
    // A day of Tokyo begins at 15:00 UTC. Real time does not count.
    for (const to of ['20T14:59', '20T15:00', '21T14:59', '21T15:00', '22T15:00']) {
      await person.do('POST', '/test-clock/advance', { to: `2026-11-${to}:00.000Z` })
      await run()
      done.push((await countsOf([jobId])).done)
    }
    expect(done).toEqual([2, 2, 4, 4, 6, 7])
    const { items } = await person.do('GET', '/messages')
    expect(items).toHaveLength(7)
  })

  it('takes on nobody else on the day of a restore, and goes on the day after', async () => {
    const workshop = await createWorkshop(person)
    await publish(workshop, { maxNewPerDay: 3 })
    const jobs: string[] = []
    const work = async () => {
      await world.container.get(AskDueTurns).execute()
      await world.drain()
      return (await countsOf(jobs)).done
    }
    jobs.push(await startJob(workshop, 0, 0))
    expect(await work()).toBe(2)
    await afterRestore(world.container, {
      recoveredTo: new Date(world.clock.now().getTime() - 60_000),
      holds: false,
      nothingLost: false,
      tell: () => {},
    })
    await signIn()
    // One more person would have room if nothing could have been sent since the backup.
    jobs.push(await startJob(workshop, 0, 5))
    const done = [await work()]
    for (const at of ['20T23:59', '21T00:00', '22T00:00']) {
      world.clock.set(`2026-11-${at}:00.000Z`)
      done.push(await work())
    }
    expect(done).toEqual([2, 2, 5, 7])
    await signIn()
    expect(await person.do('GET', `/jobs/${jobs[1]}`)).toMatchObject({ status: 'completed' })
  })
})
