import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { Ids } from '../../../src/ports/ids.ts'
import { ProjectQueries } from '../../../src/ports/table/projects.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { pagesOf } from '../../support/browser/pages.ts'
import { contract } from '../../support/contracts/contract.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

contract(['projects', ProjectQueries], (name) => {
  let world: World
  let queries: ProjectQueries
  let own: Tenant
  beforeAll(async () => {
    world = await createWorld(name)
    queries = world.container.get(ProjectQueries)
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
      expect(await queries.find(own.organizationId, id)).toEqual(project)
  })

  it('find no project of another organization, and no unknown one', async () => {
    const { id } = await added()
    const { organizationId } = await createTenant(world)
    expect([await queries.find(organizationId, id), await lock(organizationId, id)]).toEqual([null, null])
    expect(await queries.find(own.organizationId, newId())).toBeNull()
    expect(await lock(own.organizationId, newId())).toBeNull()
  })

  it('keep a new name', async () => {
    const project = await added()
    await inTransaction((tx) => tx.projects.save({ ...project, name: 'Summer' }))
    expect(await queries.find(own.organizationId, project.id)).toEqual({ ...project, name: 'Summer' })
  })

  it('delete a removed project', async () => {
    const { id } = await added()
    await inTransaction((tx) => tx.projects.remove(id))
    expect([await queries.find(own.organizationId, id), await lock(own.organizationId, id)]).toEqual([
      null,
      null,
    ])
  })

  it('keep a project whose removal was rolled back', async () => {
    const { id } = await added()
    const run = inTransaction(async (tx) => {
      await tx.projects.remove(id)
      throw new Error('rolled back')
    })
    await expect(run).rejects.toThrow('rolled back')
    expect(await queries.find(own.organizationId, id)).not.toBeNull()
  })

  it('list the projects of one organization, oldest first, to the last page and past it', async () => {
    const ids = [own.projectId]
    for (let no = 0; no < 4; no++) ids.push((await added('The same name')).id)
    const pages = await pagesOf((page) => queries.list(own.organizationId, page), 2)
    expect(pages.map((page) => page.map(({ id }) => id))).toEqual([
      ids.slice(0, 2),
      ids.slice(2, 4),
      ids.slice(4),
    ])
    expect(await pagesOf((page) => queries.list(own.organizationId, page), 5)).toHaveLength(1)
    const after = ids.at(-1) ?? null
    expect(await queries.list(own.organizationId, { limit: 2, after })).toEqual({ items: [], next: null })
    expect(await queries.list(newId(), { limit: 2, after: null })).toEqual({ items: [], next: null })
  })

  it('refuse an invalid cursor', async () => {
    const list = queries.list(own.organizationId, { limit: 2, after: '5' })
    await expect(list).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })
})
