import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import pino from 'pino'
import { UnitOfWork } from '../../src/ports/unit-of-work.ts'
import { AnnouncedTurns, turnChannel } from '../../workers/announced-turns.ts'
import { type Runtime, startRuntime } from '../../workers/runtime.ts'
import { type Api, createApi, leads } from '../support/api.ts'
import { until } from '../support/until.ts'
import { createWorld, type World } from '../support/world.ts'

const logger = pino({ level: 'silent' })

describe('an announced turn', () => {
  let taken: string[]
  let queued: (readonly string[])[]
  let end: PromiseWithResolvers<void>
  let queuing: PromiseWithResolvers<void>
  let isIdle: boolean
  let turns: AnnouncedTurns

  beforeEach(() => {
    taken = []
    queued = []
    end = Promise.withResolvers()
    queuing = Promise.withResolvers()
    queuing.resolve()
    isIdle = true
    turns = new AnnouncedTurns({
      take: (organizationId, signal) => {
        taken.push(organizationId)
        signal.addEventListener('abort', () => taken.push('ends early'))
        return end.promise
      },
      queue: (organizationIds) => {
        queued.push(organizationIds)
        return queuing.promise
      },
      isIdle: () => isIdle,
      logger,
    })
  })
  afterEach(async () => {
    end.resolve()
    await turns.stop()
  })

  it('is taken at once by an idle runtime, without the queue', () => {
    turns.announce('first')
    expect([taken, queued]).toEqual([['first'], []])
  })

  it('is queued by a runtime that is busy, also with an earlier turn of the same organization', () => {
    turns.announce('first')
    turns.announce('first')
    expect([taken, queued]).toEqual([['first'], [['first']]])
  })

  it('is queued by a runtime that processes an entry of the queue', () => {
    isIdle = false
    turns.announce('first')
    expect([taken, queued]).toEqual([[], [['first']]])
  })

  it('is queued together with those that were announced meanwhile, once for each organization', async () => {
    isIdle = false
    queuing = Promise.withResolvers()
    for (const organizationId of ['first', 'second', 'third', 'second']) turns.announce(organizationId)
    expect(queued).toEqual([['first']])
    queuing.resolve()
    await until(() => queued.length === 2)
    expect(queued).toEqual([['first'], ['second', 'third']])
  })

  it('that cannot be queued does not prevent the next ones', async () => {
    isIdle = false
    queuing = Promise.withResolvers()
    queuing.reject(new Error('The database is away'))
    turns.announce('first')
    turns.announce('second')
    await until(() => queued.length === 2)
    expect(queued).toEqual([['first'], ['second']])
  })

  it('that fails does not keep the runtime from the next one', async () => {
    turns.announce('first')
    end.reject(new Error('The database is away'))
    await until(() => {
      turns.announce('second')
      return taken.includes('second')
    })
    end = Promise.withResolvers()
  })

  it('ends before the runtime has stopped, which neither takes nor queues another', async () => {
    turns.announce('first')
    const events: string[] = []
    const stopping = turns.stop().then(() => events.push('stopped'))
    turns.announce('second')
    events.push('ended')
    end.resolve()
    await stopping
    expect(events).toEqual(['ended', 'stopped'])
    turns.announce('third')
    expect([taken, queued]).toEqual([['first', 'ends early'], []])
  })

  it('that was ended early does not end the next one', async () => {
    turns.announce('first')
    end.resolve()
    await turns.endTurn()
    turns.announce('second')
    expect(taken).toEqual(['first', 'ends early', 'second'])
  })
})

describe('a runtime whose queue gives it no entries', () => {
  let world: World
  let api: Api
  const runtimes: Runtime[] = []

  beforeEach(async () => {
    world = await createWorld([], 16)
    world.clock.follow()
    world.clock.run()
    api = await createApi(world)
    await world.sql.query(
      `create function refuse_entry() returns trigger language plpgsql as $$ begin return null; end $$;
       create trigger refuse_entry before update on graphile_worker._private_jobs for each row
         when (new.locked_by is not null) execute function refuse_entry()`,
    )
  })
  afterEach(async () => {
    for (const runtime of runtimes.splice(0)) await runtime.stop()
    await api.close()
    await world.close()
  })

  const start = async () => {
    const { container, databaseUrl } = world
    runtimes.push(await startRuntime(container, { databaseUrl, concurrency: 2, logger, onFatal: () => {} }))
  }
  const run = async () => {
    await api.ingest(leads(1))
    const { body } = await api.trigger()
    return String(body['jobId'])
  }
  const isCompleted = async (jobId: string) => (await api.job(jobId)).body['status'] === 'completed'

  it('runs a job of which the database tells it, once, beside another runtime', async () => {
    await start()
    await start()
    // Triggers until the runtimes listen, which they begin to do a moment after their start.
    const jobs: string[] = []
    await until(async () => {
      jobs.push(await run())
      return isCompleted(jobs[0] ?? '')
    })
    const { rows } = await world.sql.query<{ deliveries: number; people: number }>(
      'select count(*)::int as deliveries, count(distinct record_id)::int as people from message_results',
    )
    expect(rows[0]?.deliveries).toBe(rows[0]?.people)
  })

  it('gets notifications again after it has lost its connections', async () => {
    await start()
    const first = await run()
    await until(async () => {
      await run()
      return isCompleted(first)
    })
    await world.sql.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like 'spindle-runtime%'`,
    )
    const later: string[] = []
    await until(async () => {
      later.push(await run())
      return isCompleted(later[0] ?? '')
    })
  })

  it('gets no notifications of jobs of test organizations, which follow their own clock', async () => {
    const reported: string[] = []
    await world.sql.query(`listen "${turnChannel}"`)
    world.sql.on('notification', ({ payload = '' }) => reported.push(payload))
    const { rows } = await world.sql.query<{ id: string }>('select id from organizations')
    const id = rows[0]?.id ?? ''
    const announce = () => world.container.get(UnitOfWork).run((tx) => tx.jobs.announceTurns([id]))
    await announce()
    await until(() => reported.length === 1)
    expect(reported).toEqual([id])
    await world.sql.query('insert into test_clocks (organization_id, now) values ($1, now())', [id])
    await announce()
    await world.sql.query("select pg_notify($1, 'the end')", [turnChannel])
    await until(() => reported.includes('the end'))
    expect(reported).toEqual([id, 'the end'])
  })
})
