import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { audiences } from '../../../src/domain/spinner/audience.ts'
import type { Spinner } from '../../../src/domain/spinner/spinner.ts'
import type { Step } from '../../../src/domain/spinner/steps/step.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { SpinnerStore } from '../../../src/ports/spinner/spinners.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { TriggerSpinner } from '../../../src/use-cases/job/trigger-spinner.ts'
import { leads } from '../../support/api.ts'
import { pagesOf } from '../../support/browser/pages.ts'
import { createTenant, newSpinner, type Tenant, versionOf } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

const everyStep: readonly Step[] = [
  { type: 'condition', column: 'it"s', operator: 'equals', value: false },
  { type: 'wait', seconds: 1 },
  {
    type: 'webhook',
    url: 'https://x.example/a',
    method: 'PUT',
    headers: { 'X-A': '{{ name }}' },
    body: '{}',
  },
  { type: 'email', to: '{{ email }}', subject: '\u{1F9F5}', html: "<p>'{{ name }}'</p>" },
]

describe('tx.spinners, SpinnerStore', () => {
  let world: World
  let queries: SpinnerStore
  let own: Tenant
  beforeAll(async () => {
    world = await createWorld()
    queries = world.container.get(SpinnerStore)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    own = await createTenant(world)
  })

  const newId = () => world.container.get(Ids).next()
  const inTransaction: UnitOfWork['run'] = (work) => world.container.get(UnitOfWork).run(work)
  const lock = (organizationId: string, id: string) =>
    inTransaction((tx) => tx.spinners.lock(organizationId, id))

  async function added(changes: Partial<Spinner> = {}, isPublished = true): Promise<Spinner> {
    const { organizationId, projectId, dataTableId } = own
    const place = { id: newId(), organizationId, projectId, dataTableId, createdAt: world.clock.now() }
    const draft = isPublished ? {} : { publishedVersion: null, latestVersion: 0 }
    const spinner = newSpinner({ ...place, ...draft, ...changes })
    await inTransaction((tx) => tx.spinners.add(spinner, isPublished ? versionOf(spinner) : null))
    return spinner
  }

  const asSeen = { pausedBy: null, automaticStarts: null }

  describe('a spinner', () => {
    it.each(audiences)('is found as added, with every type of step and audience "%s"', async (audience) => {
      const spinner = await added({ audience, steps: everyStep, name: "Ørsted's \u{1F9F5}" })
      const { organizationId } = own
      expect(await lock(organizationId, spinner.id)).toEqual(spinner)
      for (const id of [spinner.id, spinner.id.toUpperCase()])
        expect(await queries.find(organizationId, id)).toEqual({
          ...spinner,
          ...asSeen,
          hasUnpublishedChanges: false,
        })
    })

    it('of another organization is not found, nor an unknown one', async () => {
      const { id } = await added()
      const { organizationId: stranger } = await createTenant(world)
      for (const [organizationId, wanted] of [
        [stranger, id],
        [own.organizationId, newId()],
      ] as const) {
        expect([
          await lock(organizationId, wanted),
          await queries.find(organizationId, wanted),
          await queries.audience(organizationId, wanted),
          await queries.version(organizationId, wanted, 1),
        ]).toEqual([null, null, null, null])
      }
    })

    it('keeps what is saved, and returns whether it differs from the published version', async () => {
      const spinner = await added()
      const changed: Spinner = { ...spinner, name: 'New', audience: 'all', steps: [], revision: 2 }
      await inTransaction((tx) => tx.spinners.save(changed))
      expect(await queries.find(own.organizationId, spinner.id)).toEqual({
        ...changed,
        ...asSeen,
        hasUnpublishedChanges: true,
      })
      expect(await lock(own.organizationId, spinner.id)).toEqual(changed)
    })

    it('differs from the published version after a change of metadata columns too', async () => {
      const { id } = await added()
      await inTransaction(async (tx) => {
        const table = await tx.dataTables.lock(own.organizationId, own.dataTableId)
        const columns = table?.columns.map((column) => ({ ...column, isMetadata: true })) ?? []
        if (table !== null) await tx.dataTables.save({ ...table, columns })
      })
      expect((await queries.find(own.organizationId, id))?.hasUnpublishedChanges).toBe(true)
    })

    it('that was never published, or is unpublished, differs from nothing', async () => {
      const draft = await added({}, false)
      const withdrawn = await added()
      await inTransaction((tx) => tx.spinners.save({ ...withdrawn, publishedVersion: null, steps: [] }))
      for (const { id } of [draft, withdrawn])
        expect((await queries.find(own.organizationId, id))?.hasUnpublishedChanges).toBe(false)
    })

    it('that was removed is deleted with its versions', async () => {
      const { id } = await added()
      await inTransaction((tx) => tx.spinners.remove(id))
      expect(await queries.find(own.organizationId, id)).toBeNull()
      expect(await inTransaction((tx) => tx.spinners.findVersion(id, 1))).toBeNull()
      expect(await queries.find(own.organizationId, own.spinnerId)).not.toBeNull()
    })
  })

  it('count the spinners of an organization, a project and a table', async () => {
    const look = () =>
      inTransaction(async (tx) => [
        await tx.spinners.countOf(own.organizationId),
        await tx.spinners.anyIn(own.projectId),
        await tx.spinners.over(own.dataTableId),
      ])
    expect(await look()).toEqual([1, true, ['Welcome']])
    await added({ name: 'A second' })
    expect(await look()).toEqual([2, true, ['Welcome', 'A second']])
    const none = await inTransaction(async (tx) => [
      await tx.spinners.countOf(newId()),
      await tx.spinners.anyIn(newId()),
      await tx.spinners.over(newId()),
    ])
    expect(none).toEqual([0, false, []])
  })

  it('list the spinners of some projects or of all, oldest first, to the last page', async () => {
    const second = newId()
    const { organizationId } = own
    await inTransaction((tx) =>
      tx.projects.add({ id: second, organizationId, name: 'Two', createdAt: world.clock.now() }),
    )
    const ids = [own.spinnerId]
    for (const projectId of [second, own.projectId, second]) ids.push((await added({ projectId })).id)
    type Filter = { projectIds?: string[]; projectId?: string; organizationId?: string }
    const list = async ({ projectId, ...reach }: Filter, limit: number) =>
      (
        await pagesOf(
          (page) => queries.list({ organizationId, projectIds: null, ...reach }, page, projectId),
          limit,
        )
      ).map((page) => page.map(({ id }) => id))
    expect(await list({}, 3)).toEqual([ids.slice(0, 3), ids.slice(3)])
    expect(await list({ projectId: second }, 1)).toEqual([[ids[1]], [ids[3]]])
    expect(await list({ projectId: newId() }, 1)).toEqual([[]])
    const both = [own.projectId, second]
    expect(await list({ projectIds: both }, 5)).toEqual([ids])
    expect(await list({ projectIds: both, projectId: own.projectId }, 5)).toEqual([[ids[0], ids[2]]])
    // The data table of all of these spinners is in the first project.
    expect(await list({ projectIds: [own.projectId] }, 5)).toEqual([[ids[0], ids[2]]])
    expect(await list({ projectIds: [second] }, 5)).toEqual([[]])
    const { organizationId: foreign } = await createTenant(world)
    expect(await list({ projectId: second, organizationId: foreign }, 1)).toEqual([[]])
    await expect(
      queries.list({ organizationId, projectIds: null }, { limit: 1, after: 'x' }),
    ).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    })
  })

  describe('a version', () => {
    it('is found as it was published, whatever the draft contains', async () => {
      const spinner = await added({ steps: everyStep })
      const second = { ...versionOf(spinner, 2), steps: [], metadataColumns: ['a,b', '"c"', ''] }
      await inTransaction(async (tx) => {
        await tx.spinners.addVersion(second, world.clock.now())
        await tx.spinners.save({ ...spinner, steps: [], latestVersion: 2 })
      })
      const find = (no: number) => inTransaction((tx) => tx.spinners.findVersion(spinner.id, no))
      expect([await find(1), await find(2), await find(3)]).toEqual([versionOf(spinner), second, null])
      expect(await queries.version(own.organizationId, spinner.id, 2)).toEqual(second)
      expect(await queries.version(own.organizationId, spinner.id, 3)).toBeNull()
    })
  })

  it('list the versions of a spinner with their times, newest first, page by page', async () => {
    const spinner = await added()
    const at = new Date('2026-11-01T08:00:00.000Z')
    await inTransaction(async (tx) => {
      await tx.spinners.addVersion(versionOf(spinner, 2), at)
      await tx.spinners.addVersion(versionOf(spinner, 3), at)
      await tx.spinners.save({ ...spinner, publishedVersion: 2, latestVersion: 3 })
    })
    const list = (of: string, limit: number) =>
      pagesOf((page) => queries.versions(of, spinner.id, page), limit)
    expect(await list(own.organizationId, 2)).toEqual([
      [
        { version: 3, publishedAt: at, isCurrent: false },
        { version: 2, publishedAt: at, isCurrent: true },
      ],
      [{ version: 1, publishedAt: spinner.createdAt, isCurrent: false }],
    ])
    expect(await list((await createTenant(world)).organizationId, 2)).toEqual([[]])
  })

  describe('an audience', () => {
    const ingest = (count: number) => own.ingest(leads(count))
    const trigger = () =>
      world.container
        .get(TriggerSpinner)
        .execute({ caller: own.key, spinnerId: own.spinnerId, idempotency: null })
    const audience = async () => {
      const range = await queries.audience(own.organizationId, own.spinnerId)
      return range && [range.from, range.to].map(({ seq, records }) => [seq, records])
    }

    it('of new records contains what no job has taken', async () => {
      expect(await audience()).toEqual([
        [0, 0],
        [0, 0],
      ])
      await ingest(2)
      await ingest(3)
      expect(await audience()).toEqual([
        [0, 0],
        [2, 5],
      ])
      await trigger()
      expect(await audience()).toEqual([
        [2, 5],
        [2, 5],
      ])
      await ingest(1)
      expect(await audience()).toEqual([
        [2, 5],
        [3, 6],
      ])
    })

    it('of all records contains everything, even after a job', async () => {
      own = await createTenant(world, { audience: 'all' })
      await ingest(2)
      await trigger()
      expect(await audience()).toEqual([
        [0, 0],
        [1, 2],
      ])
    })

    it('does not change when the spinner is saved', async () => {
      await ingest(2)
      await trigger()
      await inTransaction(async (tx) => {
        const spinner = await tx.spinners.lock(own.organizationId, own.spinnerId)
        if (spinner !== null) await tx.spinners.save({ ...spinner, revision: 9 })
      })
      expect(await audience()).toEqual([
        [1, 2],
        [1, 2],
      ])
    })

    it('of a draft is empty', async () => {
      const { id } = await added({}, false)
      expect(await queries.audience(own.organizationId, id)).toBeNull()
    })
  })
})
