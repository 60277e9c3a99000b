import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { Database } from '../../../src/adapters/postgres/database.ts'
import { PostgresJobStarter } from '../../../src/adapters/postgres/job/job-starter.ts'
import { digest } from '../../../src/adapters/security/secret.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { type JobOrder, JobStarter } from '../../../src/ports/job/job-starter.ts'
import { type Api, createApi, lead } from '../../support/api.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('triggers of two processes at once', () => {
  let world: World
  let api: Api
  let other: Database
  let intakes: readonly JobStarter[]

  beforeEach(async () => {
    world = await createWorld()
    api = await createApi(world)
    other = new Database({ url: world.databaseUrl, poolSize: 8 })
    intakes = [world.container.get(JobStarter), new PostgresJobStarter(other, world.clock)]
  })
  afterEach(async () => {
    await other.close()
    await api.close()
    await world.close()
  })

  const order = (spinnerId = world.demo.spinnerId): JobOrder => ({
    jobId: world.container.get(Ids).next(),
    caller: { kind: 'apiKey', digest: digest(world.demo.apiKey) },
    spinnerId,
    idempotency: null,
  })

  it('take every record once, and start every job that they acknowledge', async () => {
    const acknowledged: string[] = []
    const starting = intakes.flatMap((intake) =>
      Array.from({ length: 6 }, async () => {
        for (let turn = 0; turn < 10; turn++) {
          const jobOrder = order()
          if ((await intake.start(jobOrder)) !== null) acknowledged.push(jobOrder.jobId)
        }
      }),
    )
    const ingesting = Array.from({ length: 4 }, async (_, client) => {
      for (let turn = 0; turn < 10; turn++) await api.ingest([lead(client * 10 + turn)])
    })
    await Promise.all([...starting, ...ingesting])
    const jobs = (await world.inspect.jobs()).toSorted((a, b) => a.toSeq - b.toSeq || a.fromSeq - b.fromSeq)
    expect(jobs.map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted())
    expect(jobs).toHaveLength(120)
    expect(jobs.map(({ fromSeq }) => fromSeq)).toEqual([0, ...jobs.slice(0, -1).map(({ toSeq }) => toSeq)])
  })

  it('of 30 spinners start exactly as many jobs as the plan has left', async () => {
    const { rows } = await world.sql.query<{ id: string }>(
      `with copies as (
         insert into spinners
         select c.* from spinners s cross join generate_series(1, 30) n
          cross join lateral jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'name', 'Copy ' || n)) c
         returning id
       ), versions as (
         insert into spinner_versions
         select v.* from copies cross join spinner_versions f
          cross join lateral jsonb_populate_record(f, jsonb_build_object('spinner_id', copies.id)) v
       )
       select id from copies`,
    )
    for (let round = 0; round < 5; round++) {
      await world.sql.query('delete from jobs')
      await world.inspect.change({ used: { meter: 'jobs', period: '2026-11', amount: 480 } })
      const answers = await Promise.all(
        // Each process of the test triggers its own spinners, so the processes compete only for the jobs meter
        // of the plan.
        intakes.flatMap((intake, which) =>
          rows.filter((_, index) => index % 2 === which).map(({ id }) => intake.start(order(id))),
        ),
      )
      expect(answers.filter((answer) => answer !== null)).toHaveLength(20)
      expect(await world.inspect.used(world.demo.organizationId, 'jobs', '2026-11')).toBe(500)
      expect(await world.inspect.jobs()).toHaveLength(20)
    }
  })
})
