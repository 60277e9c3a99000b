import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import pino from 'pino'
import { type Runtime, startRuntime } from '../../workers/runtime.ts'
import { type Api, createApi, lead } from '../support/api.ts'
import { endlessOver, longCell } from '../support/data/endless-template.ts'
import { boundedWaitMs, maxWaitDuring } from '../support/max-wait.ts'
import { until } from '../support/until.ts'
import { createWorld, type World } from '../support/world.ts'

const maxGrowth = 150_000_000

describe('a job with a template that never ends', () => {
  let world: World
  let api: Api
  let runtimes: Runtime[]

  beforeEach(async () => {
    world = await createWorld([], 16)
    world.clock.run()
    api = await createApi(world)
    runtimes = []
    const text = endlessOver('name')
    await world.sql.query(`update spinner_versions set steps = jsonb_set(steps, '{0,text}', $1::jsonb)`, [
      JSON.stringify(`{% if name.size > 100 %}${text}{% endif %}`),
    ])
  })
  afterEach(async () => {
    for (const runtime of runtimes) await runtime.stop()
    await api.close()
    await world.close()
  })

  async function start(): Promise<void> {
    runtimes.push(
      await startRuntime(world.container, {
        databaseUrl: world.databaseUrl,
        concurrency: 2,
        logger: pino({ level: 'silent' }),
        onFatal: () => {},
      }),
    )
  }

  async function ended(jobId: string): Promise<Record<string, unknown>> {
    let job: Record<string, unknown> = {}
    await until(async () => {
      job = (await api.job(jobId)).body
      return job['status'] === 'completed'
    })
    return job
  }

  it.each([1, 2])(
    'ends with %i workers: its recipients fail with the reason, the others get their messages',
    async (count) => {
      for (let runtime = 0; runtime < count; runtime++) await start()
      // Runs a first job in the test so that the template threads are started, as in a service that has run for
      // a while.
      await api.ingest(Array.from({ length: 50 }, (_, no) => lead(no)))
      await ended(String((await api.trigger()).body['jobId']))
      for (let no = 0; no < 8; no++)
        await api.ingest([{ ...lead(100 + no), name: no % 2 === 0 ? longCell : 'Ann' }])
      const before = process.memoryUsage().rss
      const waited = await maxWaitDuring(async () => {
        const jobId = String((await api.trigger()).body['jobId'])
        expect(await ended(jobId)).toMatchObject({
          status: 'completed',
          counts: { total: 8, done: 4, failed: 4 },
        })
      })
      expect(waited).toBeLessThan(boundedWaitMs)
      expect(process.memoryUsage().rss - before).toBeLessThan(maxGrowth)
      const { rows } = await world.sql.query(`select distinct error from recipients where status = 'failed'`)
      expect(rows.length).toBeGreaterThan(0)
      // Expects any of the rendering limits as the reason, because a hostile template fails with the limit that
      // it reaches first: time, memory or steps.
      for (const { error } of rows)
        expect(error).toMatch(/^"text": The template (takes too (long|much memory)|cannot be rendered)/)
      expect((await world.inspect.outbox()).length).toBe(54)
    },
  )
})
