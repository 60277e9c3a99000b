import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { plainRequest } from '../../../src/domain/job/audience/trigger-request.ts'
import type { JobView } from '../../../src/domain/job/job.ts'
import { periodOf } from '../../../src/domain/plan/period.ts'
import type { Starts } from '../../../src/domain/spinner/starts.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { JobStore } from '../../../src/ports/job/jobs.ts'
import { Slices } from '../../../src/ports/job/slices.ts'
import { SpinnerStore } from '../../../src/ports/spinner/spinners.ts'
import { RecordStore } from '../../../src/ports/table/records.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { Bin } from '../../../src/use-cases/bin/bin.ts'
import { Jobs } from '../../../src/use-cases/job/jobs.ts'
import { SpinnerPauses } from '../../../src/use-cases/job/pause/spinner-pauses.ts'
import { StartDueSpinners } from '../../../src/use-cases/job/start-due-spinners.ts'
import { TriggerSpinner } from '../../../src/use-cases/job/trigger-spinner.ts'
import { PreviewPublishing } from '../../../src/use-cases/spinner/preview-publishing.ts'
import { PublishSpinner } from '../../../src/use-cases/spinner/publish-spinner.ts'
import { type DraftChanges, Spinners } from '../../../src/use-cases/spinner/spinners.ts'
import { Records } from '../../../src/use-cases/table/records/records.ts'
import { leads } from '../../support/api.ts'
import { createTenant, type Tenant, type TenantOptions } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

const onRecords: Starts = { on: 'records', withinSeconds: 60 }
const daily: Starts = { on: 'schedule', cron: '0 9 * * *', timeZone: 'Europe/Berlin' }
const everyMinute: Starts = { on: 'schedule', cron: '* * * * *', timeZone: 'UTC' }

describe('tx.spinners, SpinnerStore', () => {
  let world: World
  let own: Tenant
  beforeEach(async () => {
    world = await createWorld()
    world.clock.set('2026-11-20T12:00:00.000Z')
  })
  afterEach(() => world.close())

  const spinnerOf = ({ organizationId, spinnerId }: Tenant) => ({ organizationId, spinnerId, by: operator })
  async function publish(tenant: Tenant, starts: Starts): Promise<void> {
    const which = spinnerOf(tenant)
    await world.container.get(Spinners).change(which, { ...which, changes: { starts }, revision: null })
    await world.container
      .get(PublishSpinner)
      .execute({ ...which, revision: null, ignoresWarnings: true, movesRecipients: false })
  }
  async function starting(starts: Starts, options: TenantOptions = {}): Promise<Tenant> {
    own = await createTenant(world, options)
    await publish(own, starts)
    return own
  }
  const ingest = (count: number, from = 0) => own.ingest(leads(count, from))
  const recordIds = async (): Promise<readonly string[]> => {
    const page = { limit: 10, after: null }
    const { items } = await world.container.get(RecordStore).list(own.dataTableId, 'asc', page)
    return items.map(({ id }) => id)
  }
  /** Moves records into the bin, and returns the id of their entry. */
  const remove = async (ids: readonly string[]): Promise<string> => {
    const { organizationId, dataTableId } = own
    const place = { organizationId, dataTableId, deletionId: null, by: operator }
    const { deletionId } = await world.container
      .get(Records)
      .deleteSeveral(place, { ...place, recordIds: ids })
    return deletionId ?? ''
  }
  const restore = (entryId: string) => {
    const { organizationId } = own
    const all = { projectIds: null, recordIds: null, after: null, by: operator }
    return world.container.get(Bin).restore({ organizationId, ...all }, { entryId, ...all })
  }
  /** Returns whether the start is checked one minute later. */
  const isClaimed = async () => {
    world.clock.advance(60)
    const now = world.clock.now()
    return (await world.container.get(SpinnerStore).leaseDueStarts(now, 10, now)).length > 0
  }
  const look = () => world.container.get(StartDueSpinners).execute()
  const jobs = async (): Promise<readonly JobView[]> => {
    const page = { limit: 200, after: null }
    const filter = { spinnerId: own.spinnerId, status: null }
    return (await world.container.get(JobStore).list(own.organizationId, filter, page)).items.toReversed()
  }
  const totals = async () => (await jobs()).map(({ counts }) => counts.total)
  const view = async () => {
    const spinner = await world.container.get(SpinnerStore).find(own.organizationId, own.spinnerId)
    if (spinner === null) throw new Error('The spinner is there')
    return spinner
  }
  /** Advances the test's clock minute by minute, and makes the automatic starts that are due after each minute. */
  async function minutes(count: number): Promise<void> {
    for (let minute = 0; minute < count; minute++) {
      world.clock.advance(60)
      await look()
    }
  }

  describe('on records', () => {
    it('make one job of the records of a window, and none without records', async () => {
      await starting(onRecords)
      await minutes(2)
      expect(await jobs()).toEqual([])
      await ingest(3)
      await ingest(2, 3)
      await look()
      expect(await jobs()).toEqual([])
      await minutes(1)
      expect(await jobs()).toMatchObject([{ source: 'records', status: 'queued', counts: { total: 5 } }])
      await ingest(1, 5)
      world.clock.advance(30)
      await look()
      expect(await totals()).toEqual([5])
      world.clock.advance(30)
      await look()
      await look()
      expect(await totals()).toEqual([5, 1])
    })

    it('make a job of the records that a cancelled job returned', async () => {
      await starting(onRecords)
      await ingest(3)
      await minutes(1)
      const jobId = (await jobs())[0]?.id ?? ''
      await world.container.get(Jobs).cancel({ organizationId: own.organizationId, by: operator }, jobId)
      await minutes(1)
      expect(await totals()).toEqual([3, 3])
    })

    it('are not checked for records that triggers have named, until a cancelled job returns them', async () => {
      await starting(onRecords)
      const { organizationId, spinnerId } = own
      await ingest(2)
      const audience = { kind: 'recordIds', ids: await recordIds() } as const
      const named = await world.container
        .get(TriggerSpinner)
        .execute({ caller: own.key, spinnerId, idempotency: null, request: { ...plainRequest, audience } })
      await minutes(1)
      expect([await totals(), await isClaimed()]).toEqual([[2], false])
      const { jobId } = named.answer
      await world.container.get(Jobs).cancel({ organizationId, by: operator }, jobId)
      await minutes(1)
      await ingest(1, 2)
      await minutes(1)
      expect([await totals(), await isClaimed()]).toEqual([[2, 2, 1], false])
    })

    it('start no job if the only new records were deleted before the end of the window', async () => {
      await starting(onRecords)
      await ingest(1)
      await minutes(1)
      await ingest(2, 1)
      const [, ...added] = await recordIds()
      const entryId = await remove(added)
      await minutes(1)
      expect([await totals(), await isClaimed()]).toEqual([[1], false])
      await restore(entryId)
      expect(await isClaimed()).toBe(false)
      await ingest(1, 3)
      await minutes(1)
      expect((await jobs()).map(({ source }) => source)).toEqual(['records', 'records'])
    })

    it('start no job if the records that a cancelled job returned were deleted', async () => {
      await starting(onRecords)
      await ingest(1)
      await minutes(1)
      await ingest(2, 1)
      await minutes(1)
      const jobId = (await jobs()).at(-1)?.id ?? ''
      const { organizationId } = own
      await world.container.get(Jobs).cancel({ organizationId, by: operator }, jobId)
      const [, ...added] = await recordIds()
      await remove(added)
      await minutes(2)
      expect([await totals(), await isClaimed()]).toEqual([[1, 2], false])
    })

    it('request a turn, like every trigger', async () => {
      await starting(onRecords)
      await ingest(3)
      await minutes(1)
      expect(await world.container.get(Slices).due(null, 10)).toEqual([own.organizationId])
    })
  })

  describe('on a schedule', () => {
    it('start at the scheduled times if there are records', async () => {
      await starting(daily)
      expect((await view()).automaticStarts).toEqual({
        starts: daily,
        dueAt: new Date('2026-11-21T08:00:00Z'),
        stopped: null,
      })
      world.clock.set('2026-11-21T08:00:00.000Z')
      await look()
      expect(await jobs()).toEqual([])
      await ingest(4)
      world.clock.set('2026-11-22T07:59:59.999Z')
      await look()
      expect(await jobs()).toEqual([])
      world.clock.set('2026-11-22T08:00:00.500Z')
      await look()
      expect(await jobs()).toMatchObject([{ source: 'schedule', counts: { total: 4 } }])
      expect((await view()).automaticStarts?.dueAt).toEqual(new Date('2026-11-23T08:00:00Z'))
    })

    it('take every record each time, if the version covers all records', async () => {
      await starting(everyMinute, { audience: 'all' })
      await minutes(1)
      expect(await jobs()).toEqual([])
      await ingest(4)
      await minutes(2)
      expect(await totals()).toEqual([4, 4])
    })

    it('make one start of all times that passed while no worker ran', async () => {
      await starting(everyMinute, { audience: 'all' })
      await ingest(1)
      world.clock.advance(3 * 86_400 + 30)
      await look()
      await look()
      expect(await totals()).toEqual([1])
      expect((await view()).automaticStarts?.dueAt).toEqual(new Date('2026-11-23T12:01:00Z'))
    })

    it('continue after a clock was set back and the same time was published again', async () => {
      await starting(daily)
      await ingest(1)
      world.clock.set('2026-11-21T08:00:01.000Z')
      await look()
      expect(await totals()).toEqual([1])
      world.clock.set('2026-11-21T07:59:56.000Z')
      await publish(own, { ...daily, cron: '0 9 * * 0-6' })
      await ingest(1, 1)
      world.clock.set('2026-11-21T08:00:10.000Z')
      await look()
      expect(await totals()).toEqual([1])
      world.clock.set('2026-11-22T08:00:10.000Z')
      await look()
      expect(await totals()).toEqual([1, 1])
    })

    it('start once every day across both clock changes', async () => {
      await starting({ on: 'schedule', cron: '30 2 * * *', timeZone: 'Europe/Berlin' }, { audience: 'all' })
      await ingest(1)
      for (const [day, expected] of [
        ['2027-03-28', '2027-03-28T01:00:00.000Z'],
        ['2027-10-31', '2027-10-31T00:30:00.000Z'],
      ] as const) {
        world.clock.set(`${day}T00:00:00.000Z`)
        await look()
        const before = (await jobs()).length
        for (let minute = 0; minute < 24 * 12; minute++) {
          world.clock.advance(300)
          await look()
        }
        const begun = (await jobs()).slice(before).map(({ createdAt }) => createdAt.toISOString())
        expect(begun).toEqual([expected])
      }
    })
  })

  it('stop at the jobs of the plan with a reason, and continue in the next month', async () => {
    await starting(everyMinute, { audience: 'all', limits: { jobs: 20 } })
    await ingest(1)
    await minutes(25)
    expect(await jobs()).toHaveLength(20)
    expect((await view()).automaticStarts).toMatchObject({
      dueAt: new Date('2026-11-20T12:21:00Z'),
      stopped: {
        code: 'PLAN_LIMIT',
        message: expect.stringContaining('20 jobs'),
        at: new Date('2026-11-20T12:21:00Z'),
      },
    })
    world.clock.set('2026-12-01T00:00:10.000Z')
    await look()
    expect(await jobs()).toHaveLength(21)
    expect((await view()).automaticStarts).toMatchObject({
      dueAt: new Date('2026-12-01T00:01:00Z'),
      stopped: null,
    })
  })

  it('lose nothing while the meter is full, and continue within a minute of a larger plan', async () => {
    await starting(onRecords, { limits: { jobs: 1 } })
    await ingest(2)
    await minutes(1)
    await ingest(3, 2)
    await minutes(3)
    await ingest(4, 5)
    await minutes(3)
    expect(await totals()).toEqual([2])
    expect((await view()).automaticStarts?.stopped?.code).toBe('PLAN_LIMIT')
    await own.offer({ jobs: 5 })
    await minutes(1)
    expect(await totals()).toEqual([2, 7])
    expect((await view()).automaticStarts?.stopped).toBeNull()
  })

  it('make each start once, however many workers check at once', async () => {
    await starting(everyMinute, { audience: 'all' })
    await ingest(1)
    world.clock.advance(60)
    await Promise.all([look(), look(), look(), look()])
    expect(await totals()).toEqual([1])
  })

  it('make a start once if two workers process it', async () => {
    await starting(everyMinute, { audience: 'all' })
    await ingest(1)
    world.clock.advance(60)
    const starts = world.container.get(SpinnerStore)
    const now = world.clock.now()
    // Lets the test's first lease of the automatic start end at once, as if its process had died, so a second
    // process can lease the same start.
    const [first] = await starts.leaseDueStarts(now, 10, now)
    const [second] = await starts.leaseDueStarts(now, 10, new Date(now.getTime() + 30_000))
    if (first === undefined || second === undefined) throw new Error('A start is due')
    const nextAt = new Date(now.getTime() + 60_000)
    const order = () => ({
      ...first,
      jobId: world.container.get(Ids).next(),
      now,
      period: periodOf(now),
      nextAt,
    })
    expect(await Promise.all([starts.beginDueStart(order()), starts.beginDueStart(order())])).toEqual(
      expect.arrayContaining(['started', 'taken']),
    )
    expect(await starts.beginDueStart(order())).toBe('taken')
    expect(await totals()).toEqual([1])
  })

  it('make a start after the worker that had taken it died', async () => {
    await starting(everyMinute, { audience: 'all' })
    await ingest(1)
    world.clock.advance(60)
    const now = world.clock.now()
    const again = new Date(now.getTime() + 30_000)
    expect(await world.container.get(SpinnerStore).leaseDueStarts(now, 10, again)).toHaveLength(1)
    await look()
    expect(await jobs()).toEqual([])
    world.clock.advance(30)
    await look()
    expect(await totals()).toEqual([1])
  })

  it('make no start during a pause, and one start for the missed ones when it is resumed', async () => {
    await starting(everyMinute, { audience: 'all' })
    await ingest(1)
    await world.container.get(SpinnerPauses).pause(spinnerOf(own), own.spinnerId)
    await minutes(5)
    await publish(own, { ...everyMinute, cron: '*/2 * * * *' })
    await minutes(5)
    expect(await jobs()).toEqual([])
    await world.container.get(SpinnerPauses).resume(spinnerOf(own), own.spinnerId)
    await look()
    await look()
    expect(await totals()).toEqual([1])
  })

  it('begin when the spinner is published, and end when it is unpublished', async () => {
    await starting(everyMinute, { audience: 'all' })
    await ingest(1)
    const which = spinnerOf(own)
    const changes = { starts: { on: 'call' } } as const
    await world.container.get(Spinners).change(which, { ...which, changes, revision: null })
    expect((await view()).hasUnpublishedChanges).toBe(true)
    await minutes(1)
    expect(await jobs()).toHaveLength(1)
    await world.container
      .get(PublishSpinner)
      .execute({ ...which, revision: null, ignoresWarnings: true, movesRecipients: false })
    expect((await view()).automaticStarts).toBeNull()
    await minutes(2)
    expect(await jobs()).toHaveLength(1)
    await publish(own, everyMinute)
    await minutes(1)
    expect(await jobs()).toHaveLength(2)
    await world.container.get(Spinners).unpublish(which, which.spinnerId)
    await minutes(2)
    expect(await jobs()).toHaveLength(2)
  })

  it('are listed with their spinners by organization, from publishing until unpublishing', async () => {
    const listed = (organizationId = own.organizationId) =>
      world.container.get(UnitOfWork).run((tx) => tx.spinners.startingIn(organizationId))
    const other = await createTenant(world)
    await publish(other, daily)
    own = await createTenant(world)
    expect(await listed()).toEqual([])
    await publish(own, onRecords)
    expect(await listed()).toEqual([own.spinnerId])
    await world.container.get(Spinners).unpublish(spinnerOf(own), own.spinnerId)
    expect([await listed(), await listed(other.organizationId)]).toEqual([[], [other.spinnerId]])
  })

  it('keep a due start when the spinner is published again', async () => {
    await starting(daily)
    const { dueAt } = (await view()).automaticStarts ?? {}
    world.clock.set('2026-11-21T10:00:00.000Z')
    await world.container
      .get(Spinners)
      .change(spinnerOf(own), { ...spinnerOf(own), changes: { contact: 'oncePerPerson' }, revision: null })
    await world.container
      .get(PublishSpinner)
      .execute({ ...spinnerOf(own), revision: null, ignoresWarnings: true, movesRecipients: false })
    expect((await view()).automaticStarts?.dueAt).toEqual(dueAt)
  })

  describe('with records that exist at publication', () => {
    const go = async (existing: 'include' | 'exclude' | null = null, tenant = own) =>
      (
        await world.container.get(PublishSpinner).execute({
          ...spinnerOf(tenant),
          revision: null,
          ignoresWarnings: true,
          movesRecipients: false,
          existingRecords: existing,
        })
      ).existingRecords
    const draft = (changes: DraftChanges, tenant = own) =>
      world.container
        .get(Spinners)
        .change(spinnerOf(tenant), { ...spinnerOf(tenant), changes, revision: null })
    const foreseen = async (tenant = own) =>
      (await world.container.get(PreviewPublishing).execute(spinnerOf(tenant))).existingRecords
    const started = async () => {
      world.clock.advance(60)
      await look()
      return await totals()
    }

    it('begin with later records, and return the number of existing ones', async () => {
      own = await createTenant(world)
      await ingest(3)
      await draft({ starts: onRecords })
      expect(await foreseen()).toEqual({ count: 3, choice: 'exclude' })
      expect(await go()).toEqual({ count: 3, choice: 'exclude' })
      expect(await started()).toEqual([])
      await ingest(2, 10)
      expect(await started()).toEqual([2])
    })

    it('include existing records on request', async () => {
      own = await createTenant(world)
      await ingest(3)
      await draft({ starts: onRecords })
      expect(await go('include')).toEqual({ count: 3, choice: 'include' })
      await ingest(2, 10)
      expect(await started()).toEqual([5])
    })

    it.each([
      ['unchanged', {}],
      ['changed', { contact: 'oncePerPerson' }],
      ['with another window', { starts: { on: 'records', withinSeconds: 30 } }],
    ] as const)('keep a due start when the spinner is published again %s', async (_, changes) => {
      await starting(onRecords)
      await ingest(2)
      await draft(changes)
      expect(await foreseen()).toEqual({ count: 2, choice: 'include' })
      expect(await Promise.all([go(), go()])).toEqual([
        { count: 2, choice: 'include' },
        { count: 2, choice: 'include' },
      ])
      expect(await started()).toEqual([2])
    })

    it('keep a due start when the spinner is published again while it is paused', async () => {
      await starting(onRecords)
      await world.container.get(SpinnerPauses).pause(spinnerOf(own), own.spinnerId)
      await ingest(2)
      await draft({ contact: 'oncePerPerson' })
      expect(await go()).toEqual({ count: 2, choice: 'include' })
      await world.container.get(SpinnerPauses).resume(spinnerOf(own), own.spinnerId)
      expect(await started()).toEqual([2])
    })

    it('omit existing records on request, even if nothing else is new', async () => {
      await starting(onRecords)
      await ingest(2)
      expect(await go('exclude')).toEqual({ count: 2, choice: 'exclude' })
      expect(await go()).toEqual({ count: 0, choice: 'include' })
      expect(await started()).toEqual([])
    })

    it('omit records that arrived while it started on triggers only, or was not published', async () => {
      await starting(onRecords)
      await draft({ starts: { on: 'call' } })
      expect(await go()).toBeNull()
      await ingest(2)
      await draft({ starts: onRecords })
      expect(await go()).toEqual({ count: 2, choice: 'exclude' })
      await world.container.get(Spinners).unpublish(spinnerOf(own), own.spinnerId)
      await ingest(1, 10)
      expect(await go()).toEqual({ count: 1, choice: 'exclude' })
      await ingest(4, 20)
      expect(await started()).toEqual([4])
    })

    it('count and omit records that cancelled jobs returned', async () => {
      own = await createTenant(world)
      await ingest(3)
      const command = { caller: own.key, spinnerId: own.spinnerId, idempotency: null }
      const { answer } = await world.container.get(TriggerSpinner).execute(command)
      await world.container.get(Jobs).cancel(spinnerOf(own), answer.jobId)
      await ingest(1, 10)
      await draft({ starts: onRecords })
      expect(await go()).toEqual({ count: 4, choice: 'exclude' })
      await ingest(2, 20)
      expect((await started()).slice(1)).toEqual([2])
    })

    it('omit them in a duplicate, which was never published', async () => {
      await starting(onRecords)
      await ingest(2)
      const { organizationId, spinnerId } = own
      const copy = await world.container.get(Spinners).duplicate({ organizationId, by: operator }, spinnerId)
      expect(await go(null, { ...own, spinnerId: copy })).toEqual({ count: 2, choice: 'exclude' })
      expect(await started()).toEqual([2])
    })

    it('apply to a spinner that starts on records only', async () => {
      own = await createTenant(world)
      await expect(go('include')).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
        details: { errors: [{ pointer: '/existingRecords' }] },
      })
    })
  })

  it('serve a spinner beside many without new records', async () => {
    for (let idle = 0; idle < 5; idle++) await starting(onRecords)
    world.clock.advance(1)
    await starting(onRecords)
    await ingest(2)
    world.clock.advance(60)
    const now = world.clock.now()
    const claimed = await world.container.get(SpinnerStore).leaseDueStarts(now, 1, now)
    expect(claimed.map(({ spinnerId }) => spinnerId)).toEqual([own.spinnerId])
  })

  it('serve other spinners although one cannot start', async () => {
    await starting(everyMinute, { audience: 'all', limits: { jobs: 0 } })
    await ingest(1)
    await starting(everyMinute, { audience: 'all' })
    await ingest(1)
    await minutes(1)
    expect(await totals()).toEqual([1])
  })

  it.each([
    [{ on: 'schedule', cron: '61 * * * *', timeZone: 'UTC' }, '/starts/cron'],
    [{ on: 'schedule', cron: '0 0 30 2 *', timeZone: 'UTC' }, '/starts/cron'],
    [{ on: 'schedule', cron: '* * * * *', timeZone: 'Europe/Nowhere' }, '/starts/timeZone'],
  ] as const)('refuse a schedule that never starts: %j', async (starts, pointer) => {
    own = await createTenant(world)
    const changing = world.container
      .get(Spinners)
      .change(spinnerOf(own), { ...spinnerOf(own), changes: { starts }, revision: null })
    await expect(changing).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { errors: [{ pointer }] },
    })
  })

  it('cannot be published if the spinner requires data from its trigger', async () => {
    own = await createTenant(world)
    const triggerData = [{ name: 'offer', type: 'text', isRequired: true }] as const
    const command = { ...spinnerOf(own), revision: null }
    await world.container
      .get(Spinners)
      .change(command, { ...command, changes: { starts: onRecords, triggerData } })
    await expect(
      world.container
        .get(PublishSpinner)
        .execute({ ...command, ignoresWarnings: true, movesRecipients: false }),
    ).rejects.toMatchObject({
      code: 'SPINNER_INVALID',
      details: { errors: [{ pointer: '/triggerData/0/isRequired' }] },
    })
  })

  it('cannot start on records if the spinner takes all records', async () => {
    own = await createTenant(world, { audience: 'all' })
    const change = world.container.get(Spinners)
    const refused = { code: 'VALIDATION_FAILED', details: { errors: [{ pointer: '/audience' }] } }
    const execute = (changes: DraftChanges) =>
      change.change(spinnerOf(own), { ...spinnerOf(own), changes, revision: null })
    await expect(execute({ starts: onRecords })).rejects.toMatchObject(refused)
    await execute({ starts: onRecords, audience: 'new' })
    await expect(execute({ audience: 'all' })).rejects.toMatchObject(refused)
  })
})
