import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { digest } from '../../../src/adapters/security/secret.ts'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { settleStep } from '../../../src/domain/job/recipient/recipient.ts'
import type { LeasedSlice } from '../../../src/domain/job/slice.ts'
import { programOf } from '../../../src/domain/spinner/steps/program.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { JobStore } from '../../../src/ports/job/jobs.ts'
import { LeaseLost, Slices } from '../../../src/ports/job/slices.ts'
import { RecordStore } from '../../../src/ports/table/records.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { AddressSuppressor } from '../../../src/use-cases/contact/address-suppressor.ts'
import { JobReader } from '../../../src/use-cases/job/job-reader.ts'
import { Jobs } from '../../../src/use-cases/job/jobs.ts'
import { TriggerSpinner } from '../../../src/use-cases/job/trigger-spinner.ts'

import { ChangeColumn } from '../../../src/use-cases/table/columns/change-column.ts'
import { Records } from '../../../src/use-cases/table/records/records.ts'

import { type Api, createApi, leads } from '../../support/api.ts'
import { programOfLength } from '../../support/program.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('Slices', () => {
  let world: World
  let api: Api
  let slices: Slices
  let jobId: string

  const newLease = (seconds = 60) => ({ holder: world.container.get(Ids).next(), seconds })
  const sent = (slice: LeasedSlice, recordId: string) =>
    settleStep({ recordId, step: 0, attempts: 0 }, { kind: 'sent' }, programOf(slice.version.steps), 0)
  const counts = async () => {
    const reach = { organizationId: world.demo.organizationId, projectIds: null }
    return (await world.container.get(JobReader).find(reach, jobId)).counts
  }

  const due = () => slices.due(null, 10)
  const mark = (recordId = '') => ({ recordId, step: 0, address: null })
  const job = () => world.container.get(JobStore).find(world.demo.organizationId, jobId)
  const status = async () => (await job())?.status

  beforeEach(async () => {
    world = await createWorld()
    // The test clock follows the real time, because leases end by the store's clock, which for PostgreSQL is
    // the real one.
    world.clock.follow()
    api = await createApi(world)
    slices = world.container.get(Slices)
    await api.ingest(leads(300))
    await api.ingest(leads(200, 300))
    await api.ingest(leads(10, 500))
    jobId = String((await api.trigger()).body['jobId'])
    world.clock.follow()
  })
  afterEach(() => world.close())

  async function taken(lease = newLease()): Promise<LeasedSlice> {
    const slice = await slices.take(jobId, lease)
    if (slice === null) throw new Error('A slice was expected')
    return slice
  }

  async function changeName(recordId: string, changed: string): Promise<void> {
    await world.container.get(UnitOfWork).run(async (tx) => {
      const table = await tx.dataTables.find(world.demo.organizationId, world.demo.dataTableId)
      if (table === null) throw new Error('The table of the demo is there')
      const change = {
        table,
        recordId,
        cells: { name: changed },
        requestId: 'request',
        apiKeyId: null,
        at: world.clock.now(),
      }
      expect(await tx.records.change(change)).toMatchObject({ after: { name: changed } })
    })
  }

  it('starts a job with its first slice, whichever worker comes first', async () => {
    expect((await job())?.startedAt).toBeNull()
    const slice = await taken()
    expect([slice.no, slice.recipients.length]).toEqual([1, 500])
    expect(await job()).toMatchObject({ status: 'running', startedAt: expect.any(Date) })
    const { startedAt } = (await job()) ?? {}
    expect((await taken()).no).toBe(2)
    expect((await job())?.startedAt).toEqual(startedAt)
  })

  it('starts no cancelled job', async () => {
    const { organizationId } = world.demo
    await world.container.get(Jobs).cancel({ organizationId, by: operator }, jobId)
    expect(await slices.take(jobId, newLease())).toBeNull()
    expect((await job())?.status).toBe('cancelled')
  })

  it('cuts whole appends into slices of at most 500, with each record in one slice', async () => {
    const [first, second] = [await taken(), await taken()]
    expect([first.recipients.length, second.recipients.length]).toEqual([500, 10])
    const ids = [...first.recipients, ...second.recipients].map(({ recordId }) => recordId)
    expect(new Set(ids).size).toBe(510)
    expect(await slices.take(jobId, newLease())).toBeNull()
  })

  it('never gives one slice to two workers at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => slices.take(jobId, newLease())))
    const numbers = answers.flatMap((slice) => (slice === null ? [] : [slice.no]))
    expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2])
  })

  it('gives a slice to another worker when its lease has ended, and refuses results of the first', async () => {
    const lost = newLease(0)
    const slice = await taken(lost)
    world.clock.follow()
    const again = await taken()
    expect(again.no).toBe(slice.no)
    await expect(
      slices.settleAndMark(slice, lost, [sent(slice, slice.recipients[0]?.recordId ?? '')], []),
    ).rejects.toThrow(LeaseLost)
    await slices.release(slice, lost)
    expect((await counts()).done).toBe(0)
  })

  it('counts consecutive lost leases, and returns the recipient at which the last one ended', async () => {
    const lost = newLease(0)
    const slice = await taken(lost)
    expect([slice.lostLeases, slice.preparingRecordId]).toEqual([0, null])
    const [first = ''] = slice.recipients.map(({ recordId }) => recordId)
    await slices.notePreparing(slice, lost, first)
    for (const losses of [1, 2, 3]) {
      world.clock.follow()
      const again = await taken(newLease(0))
      expect([again.no, again.lostLeases, again.preparingRecordId]).toEqual([slice.no, losses, first])
    }
  })

  it('records nothing for a worker that has lost its lease', async () => {
    const lost = newLease(0)
    const slice = await taken(lost)
    world.clock.follow()
    await taken()
    const [first = ''] = slice.recipients.map(({ recordId }) => recordId)
    await expect(slices.notePreparing(slice, lost, first)).rejects.toThrow(LeaseLost)
  })

  it.each(['settled', 'released'])(
    'restarts the count of lost leases after a recipient was %s',
    async (what) => {
      await taken(newLease(0))
      world.clock.follow()
      const lease = newLease(0)
      const slice = await taken(lease)
      expect(slice.lostLeases).toBe(1)
      const [first = ''] = slice.recipients.map(({ recordId }) => recordId)
      await slices.notePreparing(slice, lease, first)
      if (what === 'settled') await slices.settleAndMark(slice, lease, [sent(slice, first)], [])
      else await slices.release(slice, lease)
      world.clock.follow()
      const again = await taken()
      expect([again.no, again.lostLeases, again.preparingRecordId]).toEqual([
        slice.no,
        what === 'settled' ? 1 : 0,
        null,
      ])
    },
  )

  it('marks a message as unconfirmed that was marked and never settled', async () => {
    const lease = newLease(0)
    const slice = await taken(lease)
    const [first, second] = slice.recipients.map(({ recordId }) => recordId)
    await slices.settleAndMark(slice, lease, [], [mark(first), mark(second)])
    await slices.settleAndMark(slice, lease, [sent(slice, first ?? '')], [])
    world.clock.follow()
    // Leases the slice again at once in the test, because the last `settleAndMark` renewed its lease for zero
    // seconds.
    const again = await taken()
    expect(again.recipients.filter(({ inDoubt }) => inDoubt).map(({ recordId }) => recordId)).toEqual([
      second,
    ])
    expect(again.recipients.map(({ recordId }) => recordId)).not.toContain(first)
  })

  it('does not mark a recipient whom the organization may not write to, and returns the reason', async () => {
    const lease = newLease(0)
    const slice = await taken(lease)
    const [first = '', second = ''] = slice.recipients.map(({ recordId }) => recordId)
    const { organizationId } = world.demo
    const email = 'person0@example.com'
    await world.container
      .get(AddressSuppressor)
      .suppressWithRetries({ organizationId, email, reason: 'unsubscribed', by: operator })
    const { wasJobRunning: isJobRunning, withheld } = await slices.settleAndMark(
      slice,
      lease,
      [],
      [
        { recordId: first, step: 0, address: email },
        { recordId: second, step: 0, address: 'person1@example.com' },
      ],
    )
    const skipped = {
      kind: 'skipped',
      code: 'SUPPRESSED',
      reason: 'The person has unsubscribed',
      evidence: { suppression: 'unsubscribed' },
    }
    expect([isJobRunning, [...withheld]]).toEqual([true, [[first, skipped]]])
    world.clock.follow()
    const again = await taken()
    expect(again.recipients.filter(({ inDoubt }) => inDoubt).map(({ recordId }) => recordId)).toEqual([
      second,
    ])
  })

  it('keeps a recipient marked when a mark for another address is refused', async () => {
    const lease = newLease(0)
    const slice = await taken(lease)
    const recordId = slice.recipients[0]?.recordId ?? ''
    const { organizationId } = world.demo
    const email = 'person0@example.com'
    await world.container
      .get(AddressSuppressor)
      .suppressWithRetries({ organizationId, email, reason: 'unsubscribed', by: operator })
    await slices.settleAndMark(slice, lease, [], [mark(recordId)])
    const further = { recordId, step: 1, address: email }
    const { withheld } = await slices.settleAndMark(slice, lease, [], [further])
    expect([...withheld.keys()]).toEqual([recordId])
    world.clock.follow()
    const again = await taken()
    expect(again.recipients.filter(({ inDoubt }) => inDoubt).map((recipient) => recipient.recordId)).toEqual([
      recordId,
    ])
  })

  it('returns the same for a repeated call, as after a lost answer', async () => {
    const lease = newLease()
    const slice = await taken(lease)
    const [first = '', second = '', third = ''] = slice.recipients.map(({ recordId }) => recordId)
    await slices.settleAndMark(slice, lease, [], [mark(first), mark(second)])
    const settled = [first, second].map((recordId) => sent(slice, recordId))
    for (let time = 0; time < 2; time++)
      expect((await slices.settleAndMark(slice, lease, settled, [mark(third)])).wasJobRunning).toBe(true)
    await slices.settleAndMark(slice, lease, [sent(slice, third)], [])
    await slices.release(slice, lease)
    expect(await counts()).toMatchObject({ done: 3 })
  })

  it('closes a slice whose recipients have all ended, and completes the job with the last one', async () => {
    for (let turn = 0; turn < 2; turn++) {
      expect(await status()).toBe(turn === 0 ? 'queued' : 'running')
      const lease = newLease()
      const slice = await taken(lease)
      await slices.settleAndMark(
        slice,
        lease,
        slice.recipients.map(({ recordId }) => sent(slice, recordId)),
        [],
      )
      expect(await status()).toBe('running')
      expect(await slices.release(slice, lease)).toBeNull()
    }
    expect(await status()).toBe('completed')
    expect(await slices.take(jobId, newLease())).toBeNull()
    expect(await counts()).toMatchObject({ total: 510, pending: 0, done: 510 })
  })

  it('completes the job even when its last two slices end at once', async () => {
    const ends = [newLease(), newLease()]
    const all = await Promise.all(ends.map((lease) => taken(lease)))
    for (const [index, slice] of all.entries())
      await slices.settleAndMark(
        slice,
        ends[index] ?? newLease(),
        slice.recipients.map(({ recordId }) => sent(slice, recordId)),
        [],
      )
    await Promise.all(all.map((slice, index) => slices.release(slice, ends[index] ?? newLease())))
    expect(await status()).toBe('completed')
  })

  it('completes a job without recipients when it is taken', async () => {
    const empty = await world.container.get(TriggerSpinner).execute({
      caller: { kind: 'apiKey', digest: digest(world.demo.apiKey) },
      spinnerId: world.demo.spinnerId,
      idempotency: null,
    })
    jobId = empty.answer.jobId
    expect([await slices.take(jobId, newLease()), await status()]).toEqual([null, 'completed'])
  })

  it('has nothing left for a cancelled job, after its last slice was released', async () => {
    const lease = newLease()
    const slice = await taken(lease)
    await world.container.get(Jobs).cancel({ organizationId: world.demo.organizationId, by: operator }, jobId)
    await slices.release(slice, lease)
    expect([await due(), await due()]).toEqual([[], []])
    expect(await status()).toBe('cancelled')
  })

  it('returns when a slice is due again for recipients that wait for another attempt', async () => {
    const lease = newLease()
    const slice = await taken(lease)
    const [first, ...rest] = slice.recipients
    const transient = settleStep(
      first ?? { recordId: '', step: 0, attempts: 0 },
      { kind: 'transient', code: 'MAIL_TEMPORARILY_REFUSED', reason: 'busy' },
      programOfLength(1),
      0.5,
    )
    await slices.settleAndMark(
      slice,
      lease,
      [transient, ...rest.map(({ recordId }) => sent(slice, recordId))],
      [],
    )
    const seconds = await slices.release(slice, lease)
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(2)
    expect(await counts()).toMatchObject({ waiting: 1, done: 499, pending: 10 })
  })

  it('returns whether the job has more slices that no worker holds', async () => {
    expect((await taken()).more).toBe(true)
    expect((await taken()).more).toBe(false)
    await api.ingest(leads(3, 510))
    jobId = String((await api.trigger()).body['jobId'])
    expect((await taken()).more).toBe(false)
  })

  it('returns that there are more after other workers released theirs', async () => {
    for (const lease of [newLease(0), newLease(0)]) await taken(lease)
    world.clock.follow()
    expect((await taken()).more).toBe(true)
    expect((await taken()).more).toBe(false)
  })

  it('omits a record that was deleted before its turn', async () => {
    const { organizationId, dataTableId } = world.demo
    const page = await world.container.get(RecordStore).list(dataTableId, 'asc', { limit: 1, after: null })
    const [record] = page.items
    await world.container.get(Records).delete({ organizationId, by: operator }, dataTableId, record?.id ?? '')
    expect((await taken()).recipients.length).toBe(499)
    expect(await counts()).toMatchObject({ total: 509, pending: 509 })
  })

  it('returns since when recipients wait, with the present cells and whether they have changed since', async () => {
    const slice = await taken()
    const [first = '', second = ''] = slice.recipients.map(({ recordId }) => recordId)
    const cell = slice.recipients[0]?.data?.['name']
    const begun = [
      { recordId: first, step: 0, columns: ['name'] },
      { recordId: second, step: 0, columns: [] },
    ]
    const before = await slices.beginWaits(slice, begun)
    const since = before.get(first)?.since
    expect(since).toEqual(expect.any(Date))
    expect(before).toEqual(
      new Map([
        [first, { since, cells: { name: cell }, hasChanged: false, isBusy: false }],
        [second, { since, cells: {}, hasChanged: false, isBusy: false }],
      ]),
    )
    await changeName(first, 'Ada')
    await changeName(second, 'Grace')
    world.clock.follow()
    const after = await slices.beginWaits(slice, begun)
    expect(after).toEqual(
      new Map([
        [first, { since, cells: { name: 'Ada' }, hasChanged: true, isBusy: false }],
        [second, { since, cells: {}, hasChanged: false, isBusy: false }],
      ]),
    )
    await changeName(first, String(cell))
    expect((await slices.beginWaits(slice, begun)).get(first)).toMatchObject({ since, hasChanged: false })
    expect(await slices.beginWaits(slice, [])).toEqual(new Map())
  })

  it('reads no cell of a column that was renamed since the slice was leased, and the same cell afterwards', async () => {
    const lease = newLease()
    const slice = await taken(lease)
    const [first = ''] = slice.recipients.map(({ recordId }) => recordId)
    const cell = slice.recipients[0]?.data?.['name']
    const { organizationId, dataTableId } = world.demo
    const of = { organizationId, dataTableId, revision: null, by: operator }
    const begin = async (column: string) =>
      (await slices.beginWaits(slice, [{ recordId: first, step: 0, columns: [column] }])).get(first)
    const before = await begin('name')
    const changes = { name: 'called' }
    await world.container.get(ChangeColumn).execute({ ...of, column: 'name', changes })
    expect(await begin('name')).toMatchObject({ since: before?.since, hasChanged: false, isBusy: true })
    expect(await begin('called')).toEqual({
      since: before?.since,
      cells: { called: cell },
      hasChanged: false,
      isBusy: false,
    })
  })

  it('leaves no recipient of a chunk unconfirmed if their messages ended differently', async () => {
    const lease = newLease(0)
    const slice = await taken(lease)
    const [first = '', second = ''] = slice.recipients.map(({ recordId }) => recordId)
    const failed = settleStep(
      { recordId: second, step: 0, attempts: 4 },
      { kind: 'transient', code: 'MAIL_TEMPORARILY_REFUSED', reason: 'Busy' },
      programOfLength(1),
      0,
    )
    await slices.settleAndMark(slice, lease, [], [mark(first), mark(second)])
    await slices.settleAndMark(slice, lease, [sent(slice, first), failed], [])
    world.clock.follow()
    const again = await taken()
    expect(again.recipients.length).toBe(498)
    expect(again.recipients.some(({ inDoubt }) => inDoubt)).toBe(false)
  })

  it('names organizations with due work, except if workers hold all of it', async () => {
    expect(await due()).toEqual([world.demo.organizationId])
    const held = [newLease(), newLease()]
    const all: LeasedSlice[] = []
    for (const lease of held) all.push(await taken(lease))
    expect(await due()).toEqual([])
    for (const [index, slice] of all.entries()) {
      const lease = held[index] ?? newLease()
      const ends = slice.recipients.map(({ recordId }) => sent(slice, recordId))
      await slices.settleAndMark(
        slice,
        lease,
        [],
        slice.recipients.map(({ recordId }) => mark(recordId)),
      )
      await slices.settleAndMark(slice, lease, ends, [])
      expect(await slices.release(slice, lease)).toBeNull()
    }
    expect([await status(), await due()]).toEqual(['completed', []])
  })
})
