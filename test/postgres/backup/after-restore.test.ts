import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import pino from 'pino'
import { restoredNote } from '../../../src/adapters/postgres/job/restore/restored.ts'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { periodOf } from '../../../src/domain/plan/period.ts'
import { afterRestore } from '../../../src/operation/backup/after-restore.ts'
import { assertRestoreFinished } from '../../../src/operation/process/assert-restore-finished.ts'
import { DeleteOrganizations } from '../../../src/use-cases/account/deletion/delete-organizations.ts'
import { SpinnerPauses } from '../../../src/use-cases/job/pause/spinner-pauses.ts'

import { RetryFailed } from '../../../src/use-cases/job/retry-failed.ts'
import { StartDueSpinners } from '../../../src/use-cases/job/start-due-spinners.ts'
import { startRuntime } from '../../../workers/runtime.ts'
import { type Api, createApi, leads } from '../../support/api.ts'
import { signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const onSchedule = { on: 'schedule', cron: '0 9 * * *', timeZone: 'UTC' }
const onRecords = { on: 'records', withinSeconds: 3600 }

describe('a database that was restored to an earlier time', () => {
  let world: World
  let api: Api
  let restoredTo: Date
  beforeEach(async () => {
    world = await createWorld()
    world.clock.follow()
    world.clock.run()
    api = await createApi(world)
    restoredTo = new Date(Date.now() - 60_000)
  })
  afterEach(() => world.close())

  const lookAfter = (order: Partial<Parameters<typeof afterRestore>[1]> = {}) =>
    afterRestore(world.container, {
      recoveredTo: restoredTo,
      holds: false,
      nothingLost: false,
      tell: () => {},
      ...order,
    })
  const one = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row> =>
    (await world.sql.query(text, values)).rows[0] as Row
  const mails = async () => (await world.inspect.outbox()).map(({ to }) => to)

  async function triggered(): Promise<string> {
    return String((await api.trigger()).body['jobId'])
  }

  const ofSpinner = () => ({ ...world.demo, by: operator })
  const pauseSpinner = () => world.container.get(SpinnerPauses).pause(ofSpinner(), world.demo.spinnerId)
  const resumeSpinner = () => world.container.get(SpinnerPauses).resume(ofSpinner(), world.demo.spinnerId)

  /** Makes the spinner start by itself, with a start that was due 30 seconds ago. */
  async function startsByItself(starts: object): Promise<void> {
    const { spinnerId, organizationId } = world.demo
    await world.sql.query('update spinner_versions set starts = $2 where spinner_id = $1', [
      spinnerId,
      JSON.stringify(starts),
    ])
    await world.sql.query(
      `insert into spinner_starts (spinner_id, organization_id, starts, due_at, check_at)
       select $1, $2, $3, at, at from date_trunc('milliseconds', now() - interval '30 seconds') as at`,
      [spinnerId, organizationId, JSON.stringify(starts)],
    )
  }
  const statesOf = async (jobId: string) =>
    (
      await one<{ states: string[] }>(
        'select array_agg(distinct status) as states from recipients where job_id = $1',
        [jobId],
      )
    ).states

  it('marks the recipients of a worker that is gone as unconfirmed, and those not yet begun', async () => {
    await api.ingest(leads(400))
    await api.ingest(leads(300, 400))
    const jobId = await triggered()
    // Sets up for the test the state at the moment of a backup: a slice is leased, and some of its messages are
    // being sent.
    await world.sql.query(
      `select * from lease_slice(p_job => $1, p_holder => gen_random_uuid(), p_seconds => 900, p_connection => null, p_now => clock_timestamp())`,
      [jobId],
    )
    await world.sql.query(
      'update slices set sending = array(select record_id from recipients where job_id = $1 order by 1 limit 5) where job_id = $1',
      [jobId],
    )
    expect(await lookAfter()).toMatchObject({ inDoubt: 700, left: 0, jobs: 1 })
    await world.drain()
    expect(await mails()).toEqual([])
    expect((await api.job(jobId)).body).toMatchObject({ status: 'completed', counts: { unconfirmed: 700 } })
    const { count } = await one<{ count: string }>(
      "select count(*) as count from message_results where job_id = $1 and status = 'unconfirmed'",
      [jobId],
    )
    expect(Number(count)).toBe(700)
  })

  it('marks recipients of a scheduled job as unconfirmed, and says what to do with a paused job', async () => {
    await api.ingest(leads(2))
    const { ids } = await one<{ ids: string[] }>('select array_agg(id::text order by id) as ids from records')
    const [first = '', second = ''] = ids
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString()
    const scheduled = await api.trigger({ json: { recordIds: [first], scheduledAt } })
    const paused = await api.trigger({ json: { recordIds: [second] } })
    await world.sql.query('select pause_job(p_job => $1, p_at => now(), p_actor => null)', [
      paused.body['jobId'],
    ])
    await world.sql.query("update jobs set starts_at = now() - interval '1 second' where id = $1", [
      scheduled.body['jobId'],
    ])
    const reported: string[] = []
    expect(await lookAfter({ tell: (line) => reported.push(line) })).toMatchObject({ inDoubt: 1 })
    expect(reported.join()).toContain('were paused at the restored time and stay paused: 1.')
    await world.drain()
    expect((await api.job(scheduled.body['jobId'] as string)).body).toMatchObject({
      counts: { unconfirmed: 1 },
    })
    expect((await api.job(paused.body['jobId'] as string)).body).toMatchObject({ status: 'paused' })
  })

  it('begins a job over records that no job has taken, because a lost job may have', async () => {
    await api.ingest(leads(3))
    expect(await lookAfter()).toMatchObject({ inDoubt: 3, begun: 1 })
    await api.ingest(leads(2, 10))
    await triggered()
    await world.drain()
    expect(await mails()).toEqual(['person10@example.com', 'person11@example.com'])
  })

  it('pauses a spinner whose plan has no room for that job', async () => {
    await api.ingest(leads(3))
    const period = periodOf(world.clock.now())
    await world.inspect.change({ used: { meter: 'jobs', period, amount: 1_000_000 } })
    expect(await lookAfter()).toMatchObject({ inDoubt: 0, begun: 0, held: 1 })
    const { paused } = await one<{ paused: boolean }>(
      'select paused_at is not null as paused from spinners where id = $1',
      [world.demo.spinnerId],
    )
    expect(paused).toBe(true)
  })

  it('marks the recipients of its jobs as unconfirmed before it pauses a spinner', async () => {
    await startsByItself(onSchedule)
    await api.ingest(leads(3))
    const jobId = await triggered()
    await api.ingest(leads(2, 10))
    const period = periodOf(world.clock.now())
    await world.inspect.change({ used: { meter: 'jobs', period, amount: 1_000_000 } })
    const reported: string[] = []
    expect(await lookAfter({ tell: (line) => reported.push(line) })).toMatchObject({
      inDoubt: 3,
      begun: 0,
      held: 1,
    })
    expect(reported).toEqual([])
    await resumeSpinner()
    await world.container.get(StartDueSpinners).execute()
    await world.drain()
    expect(await mails()).toEqual([])
    expect(await statesOf(jobId)).toEqual(['unconfirmed'])
  })

  it('pauses a job that cannot be processed, and processes the others', async () => {
    await api.ingest(leads(2))
    const broken = await triggered()
    await api.ingest(leads(3, 10))
    const sound = await triggered()
    await world.sql.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'unreadable'; end $$;
      create trigger refuse before insert on recipients for each row
        when (new.job_id = '${broken}') execute function refuse()`)
    const reported: string[] = []
    expect(await lookAfter({ tell: (line) => reported.push(line) })).toMatchObject({ inDoubt: 3, jobs: 2 })
    expect(reported).toEqual([
      `Job ${broken} is paused, because its recipients could not be checked: unreadable`,
    ])
    expect((await api.job(broken)).body).toMatchObject({ status: 'paused' })
    expect((await api.job(sound)).body).toMatchObject({ counts: { unconfirmed: 3 } })
  })

  it('makes a scheduled start that was due in the lost period, and marks its recipients as unconfirmed', async () => {
    await api.ingest(leads(3))
    await startsByItself(onSchedule)
    expect(await lookAfter()).toMatchObject({ inDoubt: 3, begun: 0, jobs: 1 })
    const { check_at: next } = await one<{ check_at: Date }>('select check_at from spinner_starts')
    expect(next.getTime()).toBeGreaterThan(Date.now())
    await world.drain()
    expect(await mails()).toEqual([])
  })

  it.each([onSchedule, onRecords])(
    'begins a job of a spinner that starts on $on, because a user may have started it in the lost period',
    async (starts) => {
      const { spinnerId, organizationId } = world.demo
      await api.ingest(leads(3))
      await world.sql.query('update spinner_versions set starts = $2 where spinner_id = $1', [
        spinnerId,
        starts,
      ])
      await world.sql.query(
        `insert into spinner_starts (spinner_id, organization_id, starts, due_at, check_at)
       select $1, $2, $3, at, at from date_trunc('milliseconds', now() + interval '1 hour') as at`,
        [spinnerId, organizationId, starts],
      )
      expect(await lookAfter()).toMatchObject({ inDoubt: 3, begun: 1 })
      await api.ingest(leads(1, 10))
      await triggered()
      await world.drain()
      expect(await mails()).toEqual(['person10@example.com'])
    },
  )

  it.each([false, true])(
    'sends nothing to unnamed records, if the spinner waits first (required data: %p)',
    async (requiresData) => {
      const steps = [
        { type: 'wait', seconds: 259_200 },
        {
          type: 'email',
          to: '{{ email }}',
          subject: requiresData ? '{{ trigger.topic }}' : 'Hello',
          text: 'Hi',
        },
      ]
      await world.sql.query(
        'update spinner_versions set steps = $2, trigger_data = $3 where spinner_id = $1',
        [
          world.demo.spinnerId,
          JSON.stringify(steps),
          JSON.stringify(requiresData ? [{ name: 'topic', type: 'text', isRequired: true }] : []),
        ],
      )
      await api.ingest(leads(3))
      expect(await lookAfter()).toMatchObject({ inDoubt: 3, left: 0, begun: 1 })
      await world.inspect.endWaits()
      await world.drain()
      expect(await mails()).toEqual([])
      const { states } = await one<{ states: string[] }>(
        'select array_agg(distinct status) as states from recipients',
      )
      expect(states).toEqual(['unconfirmed'])
    },
  )

  it('begins a job of a spinner that requires data from its trigger, and fails nobody without it', async () => {
    await world.sql.query(
      `update spinner_versions set trigger_data = $2,
              steps = jsonb_set(steps, '{0,subject}', '"{{ trigger.topic }}"') where spinner_id = $1`,
      [world.demo.spinnerId, JSON.stringify([{ name: 'topic', type: 'text', isRequired: true }])],
    )
    await api.ingest(leads(3))
    expect(await lookAfter()).toMatchObject({ inDoubt: 3, ended: 0, begun: 1, held: 0 })
    await api.ingest(leads(1, 10))
    await api.trigger({ json: { data: { topic: 'tea' } } })
    await world.drain()
    expect(await mails()).toEqual(['person10@example.com'])
  })

  it('marks recipients who wait for a sender as unconfirmed, and lets other waits continue', async () => {
    await api.ingest(leads(4))
    const jobId = await triggered()
    await world.sql.query(
      `select * from lease_slice(p_job => $1, p_holder => gen_random_uuid(), p_seconds => 900, p_connection => null, p_now => clock_timestamp())`,
      [jobId],
    )
    await world.sql.query(
      `with numbered as (select record_id, row_number() over (order by record_id) as no from recipients where job_id = $1)
       update recipients r set status = 'waiting', due_at = now() + interval '2 hours',
              reason = case when n.no <= 2 then 'SENDER_PAUSED' else 'WAIT_STEP' end
         from numbered n where r.job_id = $1 and r.record_id = n.record_id`,
      [jobId],
    )
    expect(await lookAfter()).toMatchObject({ inDoubt: 2 })
    expect((await api.job(jobId)).body).toMatchObject({ counts: { unconfirmed: 2, waiting: 2 } })
  })

  it('sends to unconfirmed recipients once more if a user retries exactly them', async () => {
    await api.ingest(leads(3))
    const jobId = await triggered()
    await lookAfter()
    const again = { organizationId: world.demo.organizationId, jobId, version: 'same', by: operator } as const
    const retryFailed = world.container.get(RetryFailed)
    await expect(retryFailed.execute({ ...again, codes: null })).rejects.toThrow(/No recipient/)
    await retryFailed.execute({ ...again, codes: ['RESTORED'] })
    await world.drain()
    expect(await mails()).toHaveLength(3)
    await expect(retryFailed.execute({ ...again, codes: ['RESTORED'] })).rejects.toThrow(/already retried/)
  })

  it('retries failed recipients only after a confirmation that none was retried in the lost period', async () => {
    await api.ingest(leads(3))
    const jobId = await triggered()
    await world.drain()
    await world.sql.query(
      `update recipients set status = 'failed', reason = 'MISSING_CELL', updated_at = $2 where job_id = $1`,
      [jobId, new Date(restoredTo.getTime() - 1000)],
    )
    const sent = (await mails()).length
    expect(await lookAfter()).toMatchObject({ inDoubt: 0 })
    const again = { organizationId: world.demo.organizationId, jobId, version: 'same', by: operator } as const
    const retryFailed = world.container.get(RetryFailed)
    for (const codes of [null, ['MISSING_CELL']] as const)
      await expect(retryFailed.execute({ ...again, codes })).rejects.toMatchObject({
        code: 'CONFLICT',
        details: { errors: [{ pointer: '/codes', code: 'RESTORED' }] },
      })
    await expect(retryFailed.execute({ ...again, codes: ['RESTORED'] })).rejects.toThrow(/No recipient/)
    await retryFailed.execute({ ...again, codes: ['MISSING_CELL', 'RESTORED'] })
    await world.drain()
    expect((await mails()).length - sent).toBe(3)
  })

  it('retries failed recipients normally if nothing was lost', async () => {
    await api.ingest(leads(3))
    const jobId = await triggered()
    await world.drain()
    await world.sql.query(
      `update recipients set status = 'failed', reason = 'MISSING_CELL', updated_at = $2 where job_id = $1`,
      [jobId, new Date(restoredTo.getTime() - 1000)],
    )
    await lookAfter({ nothingLost: true })
    const command = {
      organizationId: world.demo.organizationId,
      jobId,
      version: 'same',
      by: operator,
      codes: null,
    } as const
    expect(await world.container.get(RetryFailed).execute(command)).toEqual(expect.any(String))
  })

  describe('with an organization that was leaving at the restored time', () => {
    const organizationId = () => world.demo.organizationId
    const requestDeletion = async () => {
      await world.sql.query(
        `select request_deletion(p_organization => $1, p_at => now(), p_actor => null, p_until => now() + interval '7 days')`,
        [organizationId()],
      )
      await world.sql.query(
        'select pause_jobs_of_organization(p_organization => $1, p_at => now(), p_actor => null, p_most => 500)',
        [organizationId()],
      )
    }
    const undoDeletion = async () => {
      await world.sql.query('select undo_deletion(p_organization => $1)', [organizationId()])
      await world.container.get(DeleteOrganizations).execute(new AbortController().signal)
    }
    const close = async (status: string, seconds: number) => {
      await world.sql.query(
        `insert into organization_departures (organization_id, move_id, status, cell, until)
         values ($1, gen_random_uuid(), 'draining', 'us2', now() + interval '1 minute')`,
        [organizationId()],
      )
      await world.sql.query(
        'select close_organization($1, move_id, $2) from organization_departures where organization_id = $1',
        [organizationId(), seconds],
      )
      await world.sql.query('update organization_departures set status = $2 where organization_id = $1', [
        organizationId(),
        status,
      ])
    }
    const unfinishedJobs = async () =>
      Number(
        (
          await one<{ open: string }>(
            "select count(*) as open from jobs where status in ('queued', 'running', 'paused')",
          )
        ).open,
      )
    const reopen = () => world.sql.query('select open_organization(p_organization => $1)', [organizationId()])
    const ways = {
      'in the time of grace of its deletion': { leave: requestDeletion, stay: undoDeletion },
      'just after an undo': {
        leave: async () => {
          await requestDeletion()
          await world.sql.query('select undo_deletion(p_organization => $1)', [organizationId()])
        },
        stay: undoDeletion,
      },
      'closed by a move': { leave: () => close('closed', 600), stay: reopen },
      'closed by a move that has died': { leave: () => close('closed', -1), stay: async () => {} },
      'in the switch to another cell': { leave: () => close('switching', 10), stay: reopen },
    }

    it.each(Object.entries(ways))('sends nothing twice (%s)', async (_, { leave, stay }) => {
      await api.ingest(leads(3))
      const jobId = await triggered()
      await api.ingest(leads(2, 10))
      await leave()
      expect(await lookAfter()).toMatchObject({ inDoubt: 5, begun: 1, jobs: 2 })
      await stay()
      await world.drain()
      expect(await mails()).toEqual([])
      expect(await statesOf(jobId)).toEqual(['unconfirmed'])
      expect(await unfinishedJobs()).toBe(0)
    })

    it.each(
      Object.entries(ways).flatMap(([name, way]) =>
        [onSchedule, onRecords].map((starts) => [name, starts.on, { ...way, starts }] as const),
      ),
    )(
      'sends nothing twice by a spinner that starts by itself (%s, on %s)',
      async (_name, _on, { leave, stay, starts }) => {
        await startsByItself(starts)
        await api.ingest(leads(3))
        const jobId = await triggered()
        await api.ingest(leads(2, 10))
        await leave()
        expect(await lookAfter()).toMatchObject({ inDoubt: 5, jobs: 2 })
        await stay()
        await resumeSpinner()
        await world.container.get(StartDueSpinners).execute()
        await world.drain()
        expect(await mails()).toEqual([])
        expect(await statesOf(jobId)).toEqual(['unconfirmed'])
        expect(await unfinishedJobs()).toBe(0)
      },
    )

    it('sends nothing twice if its spinner was being resumed as well', async () => {
      await api.ingest(leads(3))
      await triggered()
      await pauseSpinner()
      await requestDeletion()
      await world.sql.query('update spinners set paused_at = null, paused_actor_id = null')
      expect(await lookAfter()).toMatchObject({ inDoubt: 3, jobs: 1 })
      await undoDeletion()
      await world.drain()
      expect(await mails()).toEqual([])
    })

    it('leaves jobs paused of a spinner that was being paused as well', async () => {
      await api.ingest(leads(3))
      const jobId = await triggered()
      await api.ingest(leads(2, 10))
      const later = await triggered()
      await requestDeletion()
      // Sets up for the test the state in which the deletion has not reached the second job yet.
      await world.sql.query('select resume_job(p_job => $1, p_now => now())', [later])
      await world.sql.query('update spinners set paused_at = now()')
      expect(await lookAfter()).toMatchObject({ inDoubt: 0, jobs: 0 })
      await undoDeletion()
      for (const id of [jobId, later]) expect((await api.job(id)).body).toMatchObject({ status: 'paused' })
    })

    it('leaves a job paused that a user had paused before the deletion', async () => {
      await api.ingest(leads(3))
      const jobId = await triggered()
      await world.sql.query('select pause_job(p_job => $1, p_at => now(), p_actor => null)', [jobId])
      await requestDeletion()
      expect(await lookAfter()).toMatchObject({ inDoubt: 0 })
      await undoDeletion()
      expect((await api.job(jobId)).body).toMatchObject({ status: 'paused' })
    })

    it.each(['deleting', 'departed'])(
      'starts and processes nothing of it if it has gone (%s)',
      async (status) => {
        await api.ingest(leads(3))
        await triggered()
        await api.ingest(leads(2, 10))
        const isMove = status === 'departed'
        await world.sql.query(
          'insert into organization_departures (organization_id, move_id, status, cell) values ($1, $2, $3, $4)',
          [organizationId(), isMove ? organizationId() : null, status, isMove ? 'us2' : null],
        )
        expect(await lookAfter()).toMatchObject({ inDoubt: 0, begun: 0, held: 0, jobs: 0 })
      },
    )
  })

  it.each([
    [false, 401],
    [true, 200],
  ])('ends sessions, and links that let a person in (nothing lost: %p)', async (nothingLost, status) => {
    const person = await signUp(api)
    expect((await person.ask('GET', '/organization')).status).toBe(200)
    await world.sql.query(
      `insert into password_resets (digest, account_id, created_at, expires_at)
       select 'r', account_id, now(), now() + interval '1 hour' from users limit 1`,
    )
    await world.sql.query(
      `insert into account_links (digest, purpose, created_at, expires_at)
       select p, p, now(), now() + interval '1 hour' from unnest(array['signIn', 'newAddress', 'invitation', 'confirmation']) as p`,
    )
    await lookAfter({ nothingLost })
    expect((await person.ask('GET', '/organization')).status).toBe(status)
    const { links } = await one<{ links: string[] }>(
      `select array(select digest from password_resets
                    union all select digest from account_links where digest = purpose order by 1) as links`,
    )
    expect(links).toEqual(
      nothingLost
        ? ['confirmation', 'invitation', 'newAddress', 'r', 'signIn']
        : ['confirmation', 'invitation'],
    )
  })

  it('leaves a paused job to the user who resumes it', async () => {
    await api.ingest(leads(3))
    const jobId = await triggered()
    await world.sql.query('select pause_job(p_job => $1, p_at => now(), p_actor => null)', [jobId])
    expect(await lookAfter()).toMatchObject({ inDoubt: 0 })
    expect((await api.job(jobId)).body).toMatchObject({ status: 'paused' })
  })

  it('counts what a worker had stored in a job that was paused meanwhile', async () => {
    await api.ingest(leads(3))
    const jobId = await triggered()
    await world.sql.query(
      `select * from lease_slice(p_job => $1, p_holder => gen_random_uuid(), p_seconds => 900, p_connection => null, p_now => clock_timestamp())`,
      [jobId],
    )
    await world.sql.query("update recipients set status = 'done' where job_id = $1", [jobId])
    await world.sql.query('select pause_job(p_job => $1, p_at => now(), p_actor => null)', [jobId])
    await lookAfter()
    expect((await api.job(jobId)).body).toMatchObject({ status: 'paused', counts: { done: 3 } })
  })

  it('checks the jobs of a spinner that was being resumed, because their messages may have been sent', async () => {
    await api.ingest(leads(2))
    const resumed = await triggered()
    await api.ingest(leads(3, 10))
    const left = await triggered()
    await api.ingest(leads(4, 20))
    const pausedItself = await triggered()
    await pauseSpinner()
    await world.sql.query('select pause_job(p_job => $1, p_at => now(), p_actor => null)', [pausedItself])
    // Sets up for the test the state after the first two commits of a resumption.
    await world.sql.query('update spinners set paused_at = null, paused_actor_id = null')
    await world.sql.query(
      'select resume_next_jobs_of_spinner(p_spinner => $1, p_most => 1, p_now => now())',
      [world.demo.spinnerId],
    )
    expect((await api.job(resumed)).body).toMatchObject({ status: 'queued' })
    expect((await api.job(left)).body).toMatchObject({ status: 'paused' })
    const reported: string[] = []
    expect(await lookAfter({ tell: (line) => reported.push(line) })).toMatchObject({ inDoubt: 5, jobs: 2 })
    expect(reported.join()).toContain('stay paused: 1.')
    await resumeSpinner()
    await world.drain()
    expect(await mails()).toEqual([])
    expect((await api.job(pausedItself)).body).toMatchObject({ status: 'paused' })
  })

  it('makes a scheduled job due whose spinner was being resumed', async () => {
    await api.ingest(leads(2))
    const { ids } = await one<{ ids: string[] }>('select array_agg(id::text order by id) as ids from records')
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString()
    await api.trigger({ json: { recordIds: ids, scheduledAt } })
    await pauseSpinner()
    await world.sql.query("update jobs set starts_at = now() - interval '1 second'")
    await world.sql.query('update spinners set paused_at = null, paused_actor_id = null')
    expect(await lookAfter()).toMatchObject({ inDoubt: 2 })
  })

  it('pauses the jobs of a spinner that was being paused, and counts them as paused', async () => {
    await api.ingest(leads(2))
    const running = await triggered()
    await world.sql.query(
      `select * from lease_slice(p_job => $1, p_holder => gen_random_uuid(), p_seconds => 900, p_connection => null, p_now => clock_timestamp())`,
      [running],
    )
    await api.ingest(leads(3, 10))
    const queued = await triggered()
    await world.sql.query('update spinners set paused_at = now()')
    const reported: string[] = []
    expect(await lookAfter({ tell: (line) => reported.push(line) })).toMatchObject({
      inDoubt: 0,
      jobs: 0,
      held: 0,
    })
    expect(reported.join()).toContain('stay paused: 2.')
    for (const id of [running, queued]) expect((await api.job(id)).body).toMatchObject({ status: 'paused' })
  })

  it('pauses every spinner on request, so that sources can repeat lost requests', async () => {
    expect(await lookAfter({ holds: true })).toMatchObject({ held: 1 })
    await api.ingest(leads(3))
    await triggered()
    await world.drain()
    expect(await mails()).toEqual([])
  })

  it('makes no automatic start of a spinner that it pauses, until the spinner is resumed', async () => {
    await startsByItself(onRecords)
    await lookAfter({ holds: true })
    await api.ingest(leads(3))
    await world.sql.query(
      `update spinner_starts set due_at = at, check_at = case when check_at is not null then at end from date_trunc('milliseconds', now()) as at`,
    )
    await world.container.get(StartDueSpinners).execute()
    expect((await world.sql.query('select from jobs')).rows).toEqual([])
    await resumeSpinner()
    await world.container.get(StartDueSpinners).execute()
    await world.drain()
    expect(await mails()).toHaveLength(3)
  })

  it('counts messages that a limited sender may have sent in the lost period', async () => {
    const { organizationId } = world.demo
    for (const [name, gap] of [
      ['a', 0],
      ['b', 20],
    ] as const) {
      const { id } = await one<{ id: string }>(
        `insert into senders (id, organization_id, kind, name, email, daily_limit, gap_seconds, created_at)
         values (gen_random_uuid(), $1, 'smtp', $2, $2 || '@example.com', 50, $3, now()) returning id`,
        [organizationId, name, gap],
      )
      await world.sql.query(
        `insert into sender_budgets (sender_id, day, used, next_at, scheduled_until)
         values ($1, (now() at time zone 'UTC')::date, 10, now(), now())`,
        [id],
      )
    }
    await lookAfter()
    const { rows } = await world.sql.query<{ used: number }>(
      'select b.used from sender_budgets b join senders s on s.id = b.sender_id order by s.name',
    )
    // Expects that the senders' budgets count all messages that could be sent in one minute and a moment: 50
    // without a gap, 5 with a gap of 20 s.
    expect(rows).toEqual([{ used: 50 }, { used: 15 }])
  })

  it('counts messages of a limited sender that had sent nothing before the backup', async () => {
    const { organizationId } = world.demo
    for (const [name, limit, gap] of [
      ['a', 50, 0],
      ['b', 50, 20],
      ['c', null, 20],
      ['d', null, 0],
    ] as const)
      await world.sql.query(
        `insert into senders (id, organization_id, kind, name, email, daily_limit, gap_seconds, created_at)
         values (gen_random_uuid(), $1, 'smtp', $2, $2 || '@example.com', $3, $4, now())`,
        [organizationId, name, limit, gap],
      )
    await lookAfter()
    const { rows } = await world.sql.query(
      `select s.name, b.used, b.next_at > now() as waits from senders s
         join sender_budgets b on b.sender_id = s.id order by s.name`,
    )
    // Expects that a sender without a daily limit keeps its gap after the restore. A sender with neither a
    // limit nor a gap needs no budget.
    expect(rows).toEqual([
      { name: 'a', used: 50, waits: false },
      { name: 'b', used: 5, waits: true },
      { name: 'c', used: 5, waits: true },
    ])
  })

  it('assigns no id a second time', async () => {
    const standing = () => one<{ last_value: string }>('select last_value from record_blocks')
    const before = await standing()
    await lookAfter()
    expect(Number((await standing()).last_value)).toBeGreaterThan(Number(before.last_value) + 1_000_000_000)
  })

  it('is processed once, and another request is refused', async () => {
    await lookAfter()
    await expect(lookAfter({ recoveredTo: null })).rejects.toThrow(/has already been run.*--recovered-to/s)
  })

  const startWorker = () => {
    const logger = pino({ level: 'silent' })
    const { container, databaseUrl } = world
    return startRuntime(container, { databaseUrl, concurrency: 1, logger, onFatal: () => {} })
  }

  it('is not changed while a worker is connected', async () => {
    const runtime = await startWorker()
    try {
      await expect(lookAfter()).rejects.toThrow(/A runtime is connected/)
    } finally {
      await runtime.stop()
    }
  })

  it('starts no worker before after-restore has run', async () => {
    const client = new pg.Client({ connectionString: world.databaseUrl })
    await client.connect()
    await client.query(restoredNote(restoredTo.toISOString()))
    await client.end()
    const refusal = /npm run admin -- after-restore/
    await expect(assertRestoreFinished(world.databaseUrl)).rejects.toThrow(refusal)
    // A runtime that passed the check before the restore checks again on the connections of its queue.
    await expect(startWorker()).rejects.toThrow(refusal)
    await lookAfter({ recoveredTo: null })
    await assertRestoreFinished(world.databaseUrl)
  })

  it('continues normally if nothing was lost', async () => {
    await api.ingest(leads(2))
    await triggered()
    expect(await lookAfter({ nothingLost: true })).toMatchObject({ inDoubt: 0, jobs: 0 })
    await world.drain()
    expect(await mails()).toHaveLength(2)
  })
})
