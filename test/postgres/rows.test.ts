import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import { entity, OpenTransaction } from '../../src/adapters/postgres/rows.ts'
import { fieldsOf, type Selected } from '../../src/adapters/postgres/schema/columns.ts'
import { inTransaction } from '../../src/adapters/postgres/transaction.ts'
import { Ids } from '../../src/ports/ids.ts'
import { createTenant, type Tenant } from '../support/tenant.ts'
import { createWorld, type World } from '../support/world.ts'

const projects = entity('projects', 'id', 'organizationId', 'name', 'createdAt')

describe('a wrong column does not compile', () => {
  /** A type test that never runs: the type checker reads it, and fails if an error that is expected is missing. */
  async function mistakes(tx: OpenTransaction) {
    // @ts-expect-error a table that does not exist
    entity('project', 'id')
    // @ts-expect-error a field without a column
    entity('projects', 'id', 'title')
    // @ts-expect-error a column that is written as SQL writes it
    entity('projects', 'organization_id')
    // @ts-expect-error a field of another table in a select list
    fieldsOf('projects', 'id', 'dataTableId')
    // @ts-expect-error a match by a field without a column
    await projects.within(tx).find({ title: 'Spring' })
    // @ts-expect-error a match by a value of a wrong type
    await projects.within(tx).find({ createdAt: '2026-11-20' })
    // @ts-expect-error an order by a field without a column
    await projects.within(tx).list({}, 'title')
    // @ts-expect-error a change of a field without a column
    await projects.within(tx).patch({}, { title: 'Spring' })
    // @ts-expect-error null in a column that cannot be null
    await projects.within(tx).patch({}, { name: null })
    // @ts-expect-error a row that lacks a field
    await projects.within(tx).add({ id: '', organizationId: '', name: '' })
    // @ts-expect-error a value that the check constraint does not list
    await entity('senders', 'id').within(tx).list({ status: 'asleep' })
    const project = await projects.within(tx).find({})
    // @ts-expect-error a field that the entity does not read
    return project?.testOf
  }

  /**
   * A type test that never runs: it fails if the rows of statements do not have the types of the selected
   * columns.
   */
  function statements(row: Selected<typeof listed>) {
    const ended: Date | null = row.endedAt
    // @ts-expect-error a column that may be null
    const surely: Date = row.endedAt
    // @ts-expect-error a column that the statement does not select
    return [ended, surely, row.seenAt]
  }

  const listed = fieldsOf('sessions', 'id', 'endedAt')

  it('as an entity, a match, an order, a change, a row or a select list', () => {
    expect([mistakes, statements]).toHaveLength(2)
  })
})

describe('a select list', () => {
  it('names each column as the field of its row', () => {
    expect(fieldsOf('sessions', 'id', 'createdAt').selected()).toBe('id, created_at as "createdAt"')
    expect(fieldsOf('sessions', 'id', 'createdAt').selected('s')).toBe('s.id, s.created_at as "createdAt"')
  })
})

describe('an entity', () => {
  let world: World
  let own: Tenant
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    own = await createTenant(world)
  })

  const within = <Result>(work: (tx: OpenTransaction) => Promise<Result>) =>
    inTransaction(world.database, (connection: pg.Client) =>
      work(new OpenTransaction(world.database, connection)),
    )
  const newId = () => world.container.get(Ids).next()
  const createdAt = new Date('2026-11-20T12:00:00.123Z')

  it('reads what the transaction has written, and other transactions do not', async () => {
    const project = { id: newId(), organizationId: own.organizationId, name: 'Spring', createdAt }
    await within(async (tx) => {
      await projects.within(tx).add(project)
      expect(await projects.within(tx).find({ id: project.id })).toEqual(project)
      expect(await projects.within(world.database).find({ id: project.id })).toBeNull()
    })
    expect(await projects.within(world.database).find({ id: project.id })).toStrictEqual(project)
  })

  it('joins the open transaction if it needs a transaction', async () => {
    const project = { id: newId(), organizationId: own.organizationId, name: 'Spring', createdAt }
    const failed = within(async (tx) => {
      await inTransaction(tx, async (connection) => {
        expect(connection).toBe(tx.connection)
        await projects.within(tx).add(project)
      })
      throw new Error('after the inner work')
    })
    await expect(failed).rejects.toThrow('after the inner work')
    expect(await projects.within(world.database).find({ id: project.id })).toBeNull()
  })

  it('stores no field that it does not name', async () => {
    const project = { id: newId(), organizationId: own.organizationId, name: 'Spring', createdAt }
    const withMore = { ...project, colour: 'red' }
    await within((tx) => projects.within(tx).add(withMore))
    expect(await projects.within(world.database).find({ id: project.id })).toStrictEqual(project)
  })

  it('finds rows in which a column is null', async () => {
    const { organizationId } = own
    const named = entity('organizations', 'id', 'testOf')
    await within(async (tx) => {
      expect(await named.within(tx).find({ id: organizationId, testOf: null })).not.toBeNull()
      expect(await named.within(tx).find({ id: organizationId, testOf: organizationId })).toBeNull()
    })
  })

  it('stores JSON as it is, lists included', async () => {
    const views = entity('views', 'id', 'organizationId', 'dataTableId', 'name', 'definition', 'createdAt')
    const arrivals = entity('arrivals', 'id', 'reasons')
    const id = newId()
    const dataTableId = newId()
    const definition = { q: '["a"]', where: null, sort: null }
    await within(async (tx) => {
      const view = { id, organizationId: own.organizationId, dataTableId, name: 'New', definition, createdAt }
      await views.within(tx).add(view)
      expect(await views.within(tx).find({ id })).toStrictEqual(view)
      const reasons = [{ code: 'UNKNOWN', message: '"a"', path: ['b'] }]
      const others = {
        organizationId: own.organizationId,
        status: 'received',
        requestId: '',
        receivedAt: createdAt,
        size: 0,
      } as const
      await arrivals.within(tx).add({ id, reasons }, others)
      expect(await arrivals.within(tx).find({ id })).toStrictEqual({ id, reasons })
    })
  })

  it('changes and deletes the rows that match alone, and tells their number', async () => {
    const add = (name: string) => {
      const project = { id: newId(), organizationId: own.organizationId, name, createdAt }
      return within((tx) => projects.within(tx).add(project)).then(() => project)
    }
    const [spring, autumn] = [await add('Spring'), await add('Autumn')]
    const { organizationId } = own
    await within(async (tx) => {
      expect(await projects.within(tx).patch({ organizationId, name: 'Spring' }, { name: 'May' })).toBe(1)
      expect(await projects.within(tx).remove({ id: autumn.id })).toBe(1)
      expect(await projects.within(tx).remove({ id: autumn.id })).toBe(0)
      expect(await projects.within(tx).find({ id: spring.id })).toEqual({ ...spring, name: 'May' })
    })
  })
})
