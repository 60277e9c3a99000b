import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { FileWithContent } from '../../../src/domain/sender/message/stored-file.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { FileStore } from '../../../src/ports/sender/message/files.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { pagesOf } from '../../support/browser/pages.ts'
import { createTenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('Files, tx.files', () => {
  let world: World
  let files: FileStore
  let organizationId: string
  beforeAll(async () => {
    world = await createWorld()
    files = world.container.get(FileStore)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    organizationId = (await createTenant(world)).organizationId
  })

  const newId = () => world.container.get(Ids).next()
  const inTransaction: UnitOfWork['run'] = (work) => world.container.get(UnitOfWork).run(work)
  async function added(changes: Partial<FileWithContent> = {}): Promise<FileWithContent> {
    const content = Buffer.from([0, 255, 10, 39])
    const about = { name: 'Ünï "1".png', type: 'image/png', size: 4, digest: 'd'.repeat(64) }
    const file = { id: newId(), organizationId, ...about, content, createdAt: world.clock.now(), ...changes }
    await inTransaction((tx) => tx.files.add(file))
    return file
  }
  const known = ({ content: _content, ...file }: FileWithContent) => file

  it('return a file unchanged', async () => {
    const file = await added()
    const [stored] = await files.read(organizationId, [file.id])
    expect({ ...stored, content: Buffer.from(stored?.content ?? []) }).toEqual(file)
    expect(await files.some(organizationId, [file.id])).toEqual([known(file)])
  })

  it('copy a file into another organization, unless it was deleted', async () => {
    const file = await added()
    const { organizationId: other } = await createTenant(world)
    const copy = { ...known(file), id: newId(), organizationId: other }
    expect(await inTransaction((tx) => tx.files.copy(file.id, copy))).toBe(true)
    const [stored] = await files.read(other, [copy.id])
    expect({ ...stored, content: Buffer.from(stored?.content ?? []) }).toEqual({
      ...copy,
      content: file.content,
    })
    expect(await inTransaction((tx) => tx.files.copy(newId(), { ...copy, id: newId() }))).toBe(false)
  })

  it('list files newest first, page by page', async () => {
    const all = [await added(), await added(), await added()].map(({ id }) => id).toReversed()
    const pages = await pagesOf((page) => files.list(organizationId, page), 2)
    expect(pages.flat().map(({ id }) => id)).toEqual(all)
    expect(pages.flat()[0]).not.toHaveProperty('content')
  })

  it('return the existing ones of the ids, in any capitalization, repeated or not', async () => {
    const { id } = await added()
    const found = await files.some(organizationId, [id.toUpperCase(), id, newId()])
    expect(found.map((file) => file.id)).toEqual([id])
    expect(await files.read(organizationId, [])).toEqual([])
  })

  it('do not return a file of another organization', async () => {
    const { id } = await added()
    const { organizationId: stranger } = await createTenant(world)
    expect(await files.read(stranger, [id])).toEqual([])
    expect((await files.list(stranger, { limit: 5, after: null })).items).toEqual([])
    expect(await inTransaction((tx) => tx.files.lock(stranger, id))).toBeNull()
    expect(await inTransaction((tx) => tx.files.hold(stranger, [id]))).toEqual([])
    expect(await inTransaction((tx) => tx.files.count(stranger))).toBe(0)
  })

  it('count, keep, lock and remove files within a transaction', async () => {
    const { id } = await added()
    await inTransaction(async (tx) => {
      expect(await tx.files.count(organizationId)).toBe(1)
      expect((await tx.files.hold(organizationId, [id, newId()])).map((file) => file.id)).toEqual([id])
      expect((await tx.files.lock(organizationId, id))?.id).toBe(id)
      expect(await tx.files.lock(organizationId, newId())).toBeNull()
      expect(await tx.files.isInUse(organizationId, id)).toBe(false)
      await tx.files.remove(id)
      expect(await tx.files.count(organizationId)).toBe(0)
    })
    expect(await files.some(organizationId, [id])).toEqual([])
  })
})
