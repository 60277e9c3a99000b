import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Thing } from '../../../src/domain/account/reach.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { ProjectStore } from '../../../src/ports/table/projects.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { pagesOf } from '../../support/browser/pages.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('ProjectStore', () => {
  let world: World
  let store: ProjectStore
  let own: Tenant
  beforeAll(async () => {
    world = await createWorld()
    store = world.container.get(ProjectStore)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    own = await createTenant(world)
  })

  const newId = () => world.container.get(Ids).next()
  const inTransaction: UnitOfWork['run'] = (work) => world.container.get(UnitOfWork).run(work)
  const lock = (organizationId: string, id: string) =>
    inTransaction((tx) => tx.projects.lock(organizationId, id))

  async function added(title = "Spring's \u{1F9F5}") {
    const { organizationId } = own
    const project = {
      id: newId(),
      organizationId,
      name: title,
      createdAt: new Date('2026-11-20T12:00:00.123Z'),
    }
    await inTransaction((tx) => tx.projects.add(project))
    return project
  }

  it('find a project as added, with its id in any capitalization', async () => {
    const project = await added()
    expect(await lock(own.organizationId, project.id)).toEqual(project)
    for (const id of [project.id, project.id.toUpperCase()])
      expect(await store.find(own.organizationId, id)).toEqual(project)
  })

  it('find no project of another organization, and no unknown one', async () => {
    const { id } = await added()
    const { organizationId } = await createTenant(world)
    expect([await store.find(organizationId, id), await lock(organizationId, id)]).toEqual([null, null])
    expect(await store.find(own.organizationId, newId())).toBeNull()
    expect(await lock(own.organizationId, newId())).toBeNull()
  })

  it('keep a new name', async () => {
    const project = await added()
    await inTransaction((tx) => tx.projects.save({ ...project, name: 'Summer' }))
    expect(await store.find(own.organizationId, project.id)).toEqual({ ...project, name: 'Summer' })
  })

  it('delete a removed project', async () => {
    const { id } = await added()
    await inTransaction(async (tx) => {
      await tx.bin.addProject(id)
      await tx.bin.forgetProject(id)
    })
    expect([await store.find(own.organizationId, id), await lock(own.organizationId, id)]).toEqual([
      null,
      null,
    ])
  })

  it('keep a project whose removal was rolled back', async () => {
    const { id } = await added()
    const run = inTransaction(async (tx) => {
      await tx.bin.addProject(id)
      throw new Error('rolled back')
    })
    await expect(run).rejects.toThrow('rolled back')
    expect(await store.find(own.organizationId, id)).not.toBeNull()
  })

  it('list the projects of one organization, oldest first, to the last page and past it', async () => {
    const ids = [own.projectId]
    for (let no = 0; no < 4; no++) ids.push((await added('The same name')).id)
    const pages = await pagesOf((page) => store.list(own.organizationId, null, page), 2)
    expect(pages.map((page) => page.map(({ id }) => id))).toEqual([
      ids.slice(0, 2),
      ids.slice(2, 4),
      ids.slice(4),
    ])
    expect(await pagesOf((page) => store.list(own.organizationId, null, page), 5)).toHaveLength(1)
    const after = ids.at(-1) ?? null
    expect(await store.list(own.organizationId, null, { limit: 2, after })).toEqual({
      items: [],
      next: null,
    })
    expect(await store.list(newId(), null, { limit: 2, after: null })).toEqual({ items: [], next: null })
  })

  it('refuse an invalid cursor', async () => {
    const list = store.list(own.organizationId, null, { limit: 2, after: '5' })
    await expect(list).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })

  it('list only the projects with given ids', async () => {
    const { id } = await added()
    await added()
    const page = { limit: 5, after: null }
    const list = async (projectIds: string[], of = own.organizationId) =>
      (await store.list(of, projectIds, page)).items.map((project) => project.id)
    expect(await list([id, own.projectId, newId()])).toEqual([own.projectId, id])
    expect(await list([])).toEqual([])
    expect(await list([id], (await createTenant(world)).organizationId)).toEqual([])
  })

  it('hold the tables and spinners of their organization, in the projects of the reach', async () => {
    const { organizationId, projectId, dataTableId, spinnerId } = own
    const things: Thing[] = [
      { kind: 'project', id: projectId },
      { kind: 'dataTable', id: dataTableId },
      { kind: 'spinner', id: spinnerId },
      { kind: 'arrival', id: `${dataTableId}.000000000000001` },
      { kind: 'job', id: newId() },
      { kind: 'arrival', id: 'no id' },
      { kind: 'message', id: newId() },
      { kind: 'mapping', id: newId() },
      { kind: 'view', id: newId() },
      { kind: 'dataTable', id: spinnerId },
    ]
    const hold = (projectIds: string[] | null, of = organizationId) =>
      store.hold({ organizationId: of, projectIds }, things)
    const held = things.map((_, index) => index < 4)
    const none = things.map(() => false)
    expect(await hold(null)).toEqual(held)
    expect(await hold([newId(), projectId])).toEqual(held)
    expect(await hold([(await added()).id])).toEqual(none)
    expect(await hold([])).toEqual(none)
    const stranger = await createTenant(world)
    expect(await hold(null, stranger.organizationId)).toEqual(none)
    expect(await hold([projectId], stranger.organizationId)).toEqual(none)
  })
})
