import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { maxFiles } from '../../../src/domain/sender/message/attachment.ts'
import { newTestClock } from '../../../src/domain/test-mode/test-clock.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { TestClockStore } from '../../../src/ports/test-mode/test-clocks.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { type Api, createApi } from '../../support/api.ts'
import { uploadFile } from '../../support/data/files.ts'
import { createWorkshop, type Person, signUp, type Workshop, welcome } from '../../support/data/person.ts'
import { addSender } from '../../support/data/sender.ts'
import { createWorld, type World } from '../../support/world.ts'

interface Item {
  readonly kind: string
  readonly name: string
  readonly change: string
  readonly message: string | null
}

describe('copying a project into test mode and back', () => {
  let world: World
  let api: Api
  let owner: Person
  let own: Workshop

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  beforeEach(async () => {
    owner = await signUp(api)
    own = await createWorkshop(owner)
    await addSender(world, owner.organizationId, { name: 'Ada', dailyLimit: 7, isDefault: true })
    await owner.do('PATCH', `/data-tables/${own.dataTableId}`, {
      match: { columns: ['email'], onMatch: 'update' },
    })
    await owner.do('PATCH', `/spinners/${own.spinnerId}`, {
      starts: { on: 'schedule', cron: '0 9 * * *', timeZone: 'UTC' },
      sendWindow: { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', zone: {} },
    })
    await owner.do('POST', `/spinners/${own.spinnerId}/publish`, {})
  })
  afterAll(() => world.close())

  const copy = (projectId: string, way: 'to' | 'from', preview = false) =>
    owner.do('POST', `/projects/${projectId}/copy-${way}-test`, { preview })
  const changes = ({ items }: { items: Item[] }) =>
    Object.fromEntries(items.map(({ kind, change }) => [kind, change]))
  const inTest = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await owner.do('POST', '/test-mode/enter')
    try {
      return await work()
    } finally {
      await owner.do('POST', '/test-mode/leave')
    }
  }

  /** Copies the project of the test into test mode, and adds a record to the copied table. Returns the copy's id. */
  const copied = async (): Promise<string> => {
    const { projectId } = await copy(own.projectId, 'to')
    await inTest(async () => {
      const [table] = (await owner.do('GET', `/projects/${projectId}/data-tables`)).items
      await owner.import(table.id, 'name,email\nLin,lin@example.com\n')
    })
    return projectId
  }

  it('lists in a preview what it would copy, and copies nothing', async () => {
    const preview = await copy(own.projectId, 'to', true)
    expect(preview).toMatchObject({ projectId: null, preview: true })
    expect(changes(preview)).toEqual({ project: 'new', sender: 'new', dataTable: 'new', spinner: 'new' })
    await inTest(async () => expect((await owner.do('GET', '/projects')).items).toEqual([]))
  })

  it('calls a mapping new in the first copy, and changed after a change', async () => {
    const mapping = {
      name: 'Form',
      match: { where: [], requires: [['mail']] },
      root: [],
      fields: [{ column: 'email', from: [{ path: ['mail'] }], transform: [] }],
      action: 'insert',
    }
    const { id } = await owner.do('POST', `/data-tables/${own.dataTableId}/mappings`, mapping)
    expect(changes(await copy(own.projectId, 'to'))).toMatchObject({ mapping: 'new' })
    const requires = [['mail'], ['name']]
    await owner.do('PATCH', `/mappings/${id}`, {
      match: { where: [], requires },
    })
    expect(changes(await copy(own.projectId, 'to'))).toMatchObject({ mapping: 'changed' })
  })

  it('copies tables, senders and spinners with their published versions, and no records or secrets', async () => {
    const { projectId: copyId } = await copy(own.projectId, 'to')
    await inTest(async () => {
      const tables = (await owner.do('GET', `/projects/${copyId}/data-tables`)).items
      expect(tables).toMatchObject([
        {
          name: 'Leads',
          recordCount: 0,
          match: { columns: ['email'], onMatch: 'update' },
          columns: [
            { name: 'name', isMetadata: true },
            { name: 'email', isMetadata: true },
          ],
        },
      ])
      const [spinner] = (await owner.do('GET', `/projects/${copyId}/spinners`)).items
      expect(spinner).toMatchObject({
        name: 'Welcome',
        dataTableId: tables[0].id,
        publishedVersion: 1,
        hasUnpublishedChanges: false,
        steps: [welcome],
        sendWindow: { from: '09:00' },
      })
      const { items: senders } = await owner.do('GET', '/senders')
      expect(senders).toMatchObject([
        { name: 'Ada', status: 'connected', isDefault: true, limits: { dailyLimit: 7 } },
      ])
      // Tests that the copied data table accepts records and has the match columns of the original, so the two
      // imports give one record.
      await owner.import(tables[0].id, 'name,email\nLin,lin@example.com\n')
      await owner.import(tables[0].id, 'name,email\nLin Yu,lin@example.com\n')
      expect((await owner.do('GET', `/data-tables/${tables[0].id}`)).recordCount).toBe(1)
    })
  })

  it('copies the files that the published version names and the draft does not, and no such files back', async () => {
    const [{ id: published }, { id: drafted }] = [
      await uploadFile(owner, 'published.txt', 'An offer'),
      await uploadFile(owner, 'drafted.txt', 'Another offer'),
    ]
    const attach = (...attachments: string[]) =>
      owner.do('PATCH', `/spinners/${own.spinnerId}`, { steps: [{ ...welcome, attachments }] })
    await attach(published)
    await owner.do('POST', `/spinners/${own.spinnerId}/publish`, {})
    await attach(drafted)
    const { projectId: copyId, items } = await copy(own.projectId, 'to')
    const files = (all: Item[]) => all.filter(({ kind }) => kind === 'file').map(({ name }) => name)
    expect(files(items).toSorted()).toEqual(['drafted.txt', 'published.txt'])
    await inTest(async () => {
      const [spinner] = (await owner.do('GET', `/projects/${copyId}/spinners`)).items
      const path = `/spinners/${spinner.id}`
      const { items: there } = await owner.do('GET', '/files')
      const named = async (at: string) => {
        const [id] = (await owner.do('GET', at)).steps[0].attachments
        return there.find((file: { id: string }) => file.id === id)?.name
      }
      expect([await named(path), await named(`${path}/versions/1`)]).toEqual(['drafted.txt', 'published.txt'])
      // Tests that a file is not copied back if a published version of the copy names it and the draft does not.
      const { id: added } = await uploadFile(owner, 'added.txt', 'A third offer')
      await owner.do('PATCH', path, { steps: [{ ...welcome, attachments: [added] }] })
      await owner.do('POST', `${path}/publish`, {})
      await owner.do('PATCH', path, { steps: [welcome] })
      expect(files((await copy(copyId, 'from')).items)).toEqual([])
    })
  })

  it('leaves the automatic starts of a paused copy paused', async () => {
    const { projectId: copyId } = await copy(own.projectId, 'to')
    const testId = await inTest(async () => {
      const [spinner] = (await owner.do('GET', `/projects/${copyId}/spinners`)).items
      await owner.do('POST', `/spinners/${spinner.id}/pause`)
      return (await owner.do('GET', '/organization')).id
    })
    const nextEvent = () => world.container.get(TestClockStore).nextEvent(testId, world.clock.now())
    expect(await nextEvent()).toBeNull()
    await owner.do('PATCH', `/spinners/${own.spinnerId}`, {
      starts: { on: 'schedule', cron: '0 10 * * *', timeZone: 'UTC' },
    })
    await owner.do('POST', `/spinners/${own.spinnerId}/publish`, {})
    expect(changes(await copy(own.projectId, 'to'))).toMatchObject({ spinner: 'changed' })
    expect(await nextEvent()).toBeNull()
  })

  it('leaves existing records out of the starts of a copy that begins to start on records', async () => {
    const publish = async (withinSeconds: number) => {
      await owner.do('PATCH', `/spinners/${own.spinnerId}`, { starts: { on: 'records', withinSeconds } })
      await owner.do('POST', `/spinners/${own.spinnerId}/publish`, {})
      expect(changes(await copy(own.projectId, 'to'))).toMatchObject({ spinner: 'changed' })
    }
    const copyId = await copied()
    const untaken = () =>
      inTest(async () => {
        const [{ id }] = (await owner.do('GET', `/projects/${copyId}/spinners`)).items
        return (await owner.do('GET', `/spinners/${id}/publish-preview`)).existingRecords.count
      })
    await publish(60)
    expect(await untaken()).toBe(0)
    await inTest(async () => {
      const [table] = (await owner.do('GET', `/projects/${copyId}/data-tables`)).items
      await owner.import(table.id, 'name,email\nMay,may@example.com\n')
    })
    await publish(90)
    expect(await untaken()).toBe(1)
  })

  it('copies files back within the limit of the real organization, and records them in its audit log', async () => {
    const copyId = await copied()
    await inTest(async () => {
      const [spinner] = (await owner.do('GET', `/projects/${copyId}/spinners`)).items
      const { id } = await uploadFile(owner, 'offer.txt', 'An offer')
      await owner.do('PATCH', `/spinners/${spinner.id}`, { steps: [{ ...welcome, attachments: [id] }] })
    })
    const { organizationId } = owner
    const createdAt = world.clock.now()
    const fileIds = Array.from({ length: maxFiles }, () => world.container.get(Ids).next())
    await world.container.get(UnitOfWork).run(async (tx) => {
      for (const id of fileIds) {
        const text = { name: `${id}.txt`, type: 'text/plain', size: 1, digest: '', content: Buffer.from('x') }
        await tx.files.add({ ...text, id, organizationId, createdAt })
      }
    })
    const copyBack = () =>
      inTest(() => owner.ask('POST', `/projects/${copyId}/copy-from-test`, { preview: false }))
    expect(await copyBack()).toMatchObject({ status: 400, body: { errors: [{ code: 'TOO_MANY' }] } })
    await owner.do('DELETE', `/files/${fileIds[0]}`)
    expect((await copyBack()).status).toBe(200)
    const { items } = await owner.do('GET', '/audit')
    const uploads = items.filter(({ action }: { action: string }) => action === 'file.uploaded')
    expect(uploads).toMatchObject([{ subject: { kind: 'file', name: 'offer.txt' } }])
  })

  it('copies segments for the steps that use them, and no segment that exists only in test mode back', async () => {
    const where = { column: 'name', operator: 'exists' }
    const segment = await owner.do('POST', `/data-tables/${own.dataTableId}/segments`, {
      name: 'Named',
      where,
    })
    const steps = (segmentId: string) => [{ type: 'condition', where: { segmentId } }, welcome]
    const settings = (segmentId: string) => ({
      exclude: { segmentIds: [segmentId] },
      exits: ['reply', { segmentId }],
      steps: steps(segmentId),
    })
    await owner.do('PATCH', `/spinners/${own.spinnerId}`, settings(segment.id))
    const { projectId } = await copy(own.projectId, 'to')
    const [table, spinner] = await inTest(async () => {
      const [ofTest] = (await owner.do('GET', `/projects/${projectId}/data-tables`)).items
      const [draft] = (await owner.do('GET', `/projects/${projectId}/spinners`)).items
      const { items: segments } = await owner.do('GET', `/data-tables/${ofTest.id}/segments`)
      expect(segments).toMatchObject([{ name: 'Named', where }])
      expect(segments[0].id).not.toBe(segment.id)
      expect(draft.steps[0].where).toEqual({ segmentId: segments[0].id })
      const { exclude, exits } = settings(segments[0].id)
      expect(draft).toMatchObject({ exclude, exits })
      await owner.do('PATCH', `/spinners/${draft.id}`, { name: 'Renamed' })
      return [ofTest, draft]
    })
    expect(changes(await inTest(() => copy(projectId, 'from')))).toMatchObject({ spinner: 'changed' })
    const real = await owner.do('GET', `/spinners/${own.spinnerId}`)
    expect([real.name, real.steps[0].where]).toEqual(['Renamed', { segmentId: segment.id }])
    expect(real.exclude).toEqual({ segmentIds: [segment.id] })

    const { items } = await inTest(async () => {
      const only = await owner.do('POST', `/data-tables/${table.id}/segments`, { name: 'Only here', where })
      await owner.do('PATCH', `/spinners/${spinner.id}`, { steps: steps(only.id) })
      return copy(projectId, 'from')
    })
    expect(items.find(({ kind }: Item) => kind === 'spinner')).toMatchObject({
      change: 'conflict',
      message: 'The spinner uses the segment "Only here", which exists only in test mode',
    })
  })

  it('names the copies of spinners in conditions and segments that ask about their messages, also back', async () => {
    const asks = (spinnerId: string) => ({ not: { sent: { spinnerId, withinDays: 7 } } })
    const second = await owner.do('POST', `/projects/${own.projectId}/spinners`, {
      name: 'Second',
      dataTableId: own.dataTableId,
      steps: [{ type: 'condition', where: asks(own.spinnerId) }, welcome],
    })
    const path = `/data-tables/${own.dataTableId}/segments`
    const segment = await owner.do('POST', path, { name: 'Not written to', where: asks(second.id) })
    await owner.do('PATCH', `/spinners/${own.spinnerId}`, {
      steps: [{ type: 'condition', where: { and: [asks(second.id), { segmentId: segment.id }] } }, welcome],
    })
    const { projectId } = await copy(own.projectId, 'to')
    await inTest(async () => {
      const { items } = await owner.do('GET', `/projects/${projectId}/spinners`)
      const copyOf = (name: string) => items.find((item: { name: string }) => item.name === name)
      const first = items.find(({ id }: { id: string }) => id !== copyOf('Second').id)
      const [ofTest] = (await owner.do('GET', `/projects/${projectId}/data-tables`)).items
      const { items: segments } = await owner.do('GET', `/data-tables/${ofTest.id}/segments`)
      expect(copyOf('Second').steps[0].where).toEqual(asks(first.id))
      expect(first.steps[0].where.and[0]).toEqual(asks(copyOf('Second').id))
      expect(segments).toMatchObject([{ where: asks(copyOf('Second').id) }])
      await owner.do('PATCH', `/spinners/${first.id}`, { name: 'Renamed' })
      // A spinner that exists only in test mode is created in the real project, and asks about a real spinner.
      await owner.do('POST', `/projects/${projectId}/spinners`, {
        name: 'Third',
        dataTableId: ofTest.id,
        steps: [{ type: 'condition', where: asks(first.id) }, welcome],
      })
      await copy(projectId, 'from')
    })
    const { items } = await owner.do('GET', `/projects/${own.projectId}/spinners`)
    const whereOf = (name: string) =>
      items.find((item: { name: string }) => item.name === name).steps[0].where
    expect(whereOf('Renamed').and[0]).toEqual(asks(second.id))
    expect(whereOf('Second')).toEqual(asks(own.spinnerId))
    expect(whereOf('Third')).toEqual(asks(own.spinnerId))
  })

  it('changes nothing when it is repeated', async () => {
    await copied()
    expect(changes(await copy(own.projectId, 'to'))).toEqual({
      project: 'same',
      sender: 'same',
      dataTable: 'same',
      spinner: 'same',
    })
  })

  it('reports a conflict for a copied table that has records and other columns, and leaves it as it is', async () => {
    await copied()
    await owner.do('POST', `/data-tables/${own.dataTableId}/columns`, { name: 'phone' })
    const { items } = await copy(own.projectId, 'to')
    expect(items.find(({ kind }: Item) => kind === 'dataTable')).toMatchObject({
      change: 'conflict',
      message: expect.stringContaining('has records'),
    })
    // The copy of the table does not get a new segment, so neither does a spinner that names it.
    const where = { column: 'name', operator: 'exists' }
    const path = `/data-tables/${own.dataTableId}/segments`
    const { id } = await owner.do('POST', path, { name: 'Named', where })
    await owner.do('PATCH', `/spinners/${own.spinnerId}`, { exclude: { segmentIds: [id] } })
    const again = await copy(own.projectId, 'to')
    expect(again.items.find(({ kind }: Item) => kind === 'spinner')).toMatchObject({
      change: 'conflict',
      message: expect.stringContaining('"Named", which the copy of its data table lacks'),
    })
  })

  it('gives a copied table its columns again after one was renamed in test mode', async () => {
    const { projectId } = await copy(own.projectId, 'to')
    const copyOf = async () => (await owner.do('GET', `/projects/${projectId}/data-tables`)).items[0].id
    await inTest(async () => {
      await owner.do('PATCH', `/data-tables/${await copyOf()}/columns/name`, { name: 'Full name' })
    })
    await owner.do('POST', `/data-tables/${own.dataTableId}/columns`, { name: 'phone' })
    expect(changes(await copy(own.projectId, 'to'))).toMatchObject({ dataTable: 'changed' })
    await inTest(async () => {
      const id = await copyOf()
      await owner.import(id, 'name,email,phone\nLin,lin@example.com,1\n')
      const { items } = await owner.do('GET', `/data-tables/${id}/records`)
      expect(items).toMatchObject([{ data: { name: 'Lin', email: 'lin@example.com', phone: '1' } }])
    })
  })

  it('copies drafts back as new revisions without publishing them', async () => {
    const copyId = await copied()
    await owner.do('POST', `/data-tables/${own.dataTableId}/columns`, { name: 'phone' })
    const before = await owner.do('GET', `/spinners/${own.spinnerId}`)
    const steps = [welcome, { type: 'wait', seconds: 3_600 }, { ...welcome, subject: 'Still there?' }]
    await inTest(async () => {
      const [spinner] = (await owner.do('GET', `/projects/${copyId}/spinners`)).items
      await owner.do('PATCH', `/spinners/${spinner.id}`, { steps })
      expect(changes(await copy(copyId, 'from', true))).toMatchObject({ spinner: 'changed' })
      const { items } = await copy(copyId, 'from')
      expect(items).toContainEqual({ kind: 'spinner', name: 'Welcome', change: 'changed', message: null })
      expect(items).toContainEqual(expect.objectContaining({ kind: 'dataTable', change: 'conflict' }))
    })
    const after = await owner.do('GET', `/spinners/${own.spinnerId}`)
    expect(after).toMatchObject({ steps, hasUnpublishedChanges: true })
    expect(after.publishedVersion).toBe(before.publishedVersion)
  })

  it('records the drafts that it copies back in the audit log of the real organization, at the real time', async () => {
    const copyId = await copied()
    const { items: known } = await owner.do('GET', '/audit')
    await inTest(async () => {
      const [spinner] = (await owner.do('GET', `/projects/${copyId}/spinners`)).items
      await owner.do('PATCH', `/spinners/${spinner.id}`, { name: 'Hello', steps: [welcome, welcome] })
      const added = { name: 'Again', dataTableId: spinner.dataTableId, steps: [welcome] }
      await owner.do('POST', `/projects/${copyId}/spinners`, added)
      const { id } = await owner.do('GET', '/organization')
      const later = new Date(world.clock.now().getTime() + 7 * 86_400_000)
      await world.container.get(UnitOfWork).run((tx) => tx.testClocks.save(newTestClock(id, later)))
      await copy(copyId, 'from', true)
      await copy(copyId, 'from')
      expect(changes(await copy(copyId, 'from'))).toMatchObject({ spinner: 'same' })
    })
    const { items } = await owner.do('GET', '/audit')
    const actor = { kind: 'user', name: owner.email }
    const at = world.clock.now().toISOString()
    expect(items.slice(0, items.length - known.length)).toMatchObject([
      {
        action: 'spinner.created',
        actor,
        createdAt: at,
        subject: { kind: 'spinner', name: 'Again' },
        after: { project: 'Spring campaign', dataTable: 'Leads' },
      },
      {
        action: 'spinner.changed',
        actor,
        createdAt: at,
        subject: { kind: 'spinner', id: own.spinnerId, name: 'Hello' },
        before: { name: 'Welcome' },
        after: { name: 'Hello', parts: ['name', 'steps'] },
      },
    ])
  })

  it('reports a conflict for a draft that was edited in the real project meanwhile, and leaves it as it is', async () => {
    const copyId = await copied()
    await owner.do('PATCH', `/spinners/${own.spinnerId}`, { name: 'Edited' })
    await inTest(async () => {
      const { items } = await copy(copyId, 'from')
      expect(items).toContainEqual({
        kind: 'spinner',
        name: 'Welcome',
        change: 'conflict',
        message: expect.stringContaining('edited in the real project'),
      })
    })
    expect((await owner.do('GET', `/spinners/${own.spinnerId}`)).name).toBe('Edited')
  })

  it('creates a spinner again that was deleted in the real project, and then updates it', async () => {
    const copyId = await copied()
    await owner.do('POST', `/spinners/${own.spinnerId}/unpublish`)
    await owner.do('DELETE', `/spinners/${own.spinnerId}`)
    await inTest(async () => {
      expect(changes(await copy(copyId, 'from'))).toMatchObject({ spinner: 'new' })
      expect(changes(await copy(copyId, 'from'))).toMatchObject({ spinner: 'same' })
    })
    expect((await owner.do('GET', `/projects/${own.projectId}/spinners`)).items).toHaveLength(1)
  })

  it('refuses to copy to test mode from test mode, and back from the real organization', async () => {
    const copyId = await copied()
    expect((await owner.ask('POST', `/projects/${copyId}/copy-from-test`, {})).body['code']).toBe(
      'TEST_MODE_REQUIRED',
    )
    await inTest(async () => {
      const { body } = await owner.ask('POST', `/projects/${own.projectId}/copy-to-test`, {})
      expect(body['code']).toBe('TEST_MODE_REFUSED')
    })
  })

  it('is undone by a reset of the test organization, which needs its name', async () => {
    await copied()
    await owner.do('POST', '/test-mode/enter')
    const { name } = await owner.do('GET', '/organization')
    expect((await owner.ask('POST', '/test-clock/reset', { name: 'Another' })).status).toBe(400)
    await owner.do('POST', '/test-clock/reset', { name })
    expect((await owner.do('GET', '/projects')).items).toEqual([])
    expect((await owner.do('GET', '/senders')).items).toEqual([])
    await owner.do('POST', '/test-mode/leave')
    expect((await copy(own.projectId, 'to')).items).toContainEqual(
      expect.objectContaining({ kind: 'project', change: 'new' }),
    )
  })
})
