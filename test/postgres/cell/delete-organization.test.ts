import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  notCopiedTables,
  organizationTables,
  type ParentKind,
} from '../../../src/adapters/postgres/cell/organization-tables.ts'
import { OrganizationStore } from '../../../src/ports/account/organizations.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { createWorld, type World } from '../../support/world.ts'

const tables = [...organizationTables, ...notCopiedTables]
const rowsOfEach = 3

interface Column {
  readonly name: string
  readonly type: string
}

describe('the deletion of an organization', () => {
  let world: World
  const columns = new Map<string, readonly Column[]>()

  beforeAll(async () => {
    world = await createWorld()
    // Drops the rules of the schema, so that the test can fill each table with rows of arbitrary values.
    const { rows: rules } = await world.sql.query<{ table: string; rule: string }>(
      `select conrelid::regclass as "table", quote_ident(conname) as rule from pg_constraint
        where connamespace = 'public'::regnamespace and contype in ('c', 'f')`,
    )
    await world.sql.query('drop trigger open_mailbox on senders')
    for (const { table, rule } of rules) await world.sql.query(`alter table ${table} drop constraint ${rule}`)
    const { rows } = await world.sql.query<{ table: string; columns: Column[] }>(
      `select table_name as "table", json_agg(json_build_object('name', column_name, 'type', udt_name)) as columns
         from information_schema.columns
        where table_schema = 'public' and is_generated = 'NEVER' and identity_generation is null
        group by 1`,
    )
    for (const { table, columns: own } of rows) columns.set(table, own)
  })
  afterAll(() => world.close())

  const newId = () => world.container.get(Ids).next()
  let next = 0
  const values: Readonly<Record<string, () => unknown>> = {
    uuid: newId,
    bytea: () => Buffer.from(`value ${next++}`),
    jsonb: () => '{}',
    bool: () => false,
    timestamptz: () => new Date(1_700_000_000_000 + 1000 * next++),
    date: () => new Date(1_700_000_000_000),
  }
  const isNumber = (type: string) => /^(int|float|numeric|xid)/.test(type)
  const valueOf = ({ type }: Column) => {
    if (type.startsWith('_')) return []
    return values[type]?.() ?? (isNumber(type) ? next++ % 30_000 : `text ${next++}`)
  }
  async function insert(table: string, known: Readonly<Record<string, unknown>>): Promise<void> {
    const own = columns.get(table) ?? []
    const all = own.map((column) => known[column.name] ?? valueOf(column))
    const places = own.map((_, index) => `$${index + 1}`)
    const names = own.map(({ name }) => `"${name}"`)
    await world.sql.query(`insert into ${table} (${names.join(', ')}) values (${places.join(', ')})`, all)
  }
  const parentNames: Readonly<Record<string, ParentKind>> = {
    stored_data_tables: 'dataTable',
    stored_spinners: 'spinner',
    bin_entries: 'binEntry',
    jobs: 'job',
    senders: 'sender',
    accounts: 'account',
    users: 'user',
    imports: 'import',
  }

  /** Creates an organization with rows in every table. Returns the ids that lead to its rows. */
  async function filled(): Promise<Record<ParentKind | 'organization', string>> {
    const ids = {
      organization: newId(),
      dataTable: newId(),
      spinner: newId(),
      binEntry: newId(),
      job: newId(),
      sender: newId(),
      account: newId(),
      user: newId(),
      import: newId(),
    }
    const { rows } = await world.sql.query<{ id: string }>('select id from plans limit 1')
    await insert('organizations', { id: ids.organization, plan_id: rows[0]?.id, test_of: newId() })
    await world.sql.query('update organizations set test_of = null where id = $1', [ids.organization])
    for (const { name, of, by } of tables) {
      const isParent = name in parentNames
      const { rows: unique } = await world.sql.query(
        `select from pg_index i where i.indrelid = $1::regclass and i.indisunique and i.indnatts = 1
            and (select attname from pg_attribute a where a.attrelid = i.indrelid and a.attnum = i.indkey[0]) = $2`,
        [name, by],
      )
      const count = isParent || unique.length > 0 ? 1 : rowsOfEach
      for (let row = 0; row < count; row++)
        await insert(name, {
          ...(name === 'bin_entries' ? { kind: 'records' } : {}),
          ...(name === 'users' ? { account_id: ids.account } : {}),
          [by]: ids[of],
          ...(isParent ? { id: ids[parentNames[name] as ParentKind] } : {}),
        })
    }
    return ids
  }
  async function counts(ids: Record<ParentKind | 'organization', string>): Promise<Record<string, number>> {
    const found: Record<string, number> = {}
    for (const { name, of, by } of tables) {
      const text = `select count(*)::int as count from ${name} where ${by} = $1`
      const { rows } = await world.sql.query<{ count: number }>(text, [ids[of]])
      if ((rows[0]?.count ?? 0) > 0) found[name] = rows[0]?.count ?? 0
    }
    return found
  }
  const deleteIt = (organizationId: string) =>
    world.sql.query(
      `insert into organization_departures (organization_id, status, until, requested_at, requested_by)
       values ($1, 'deleting', now(), now(), $2)`,
      [organizationId, newId()],
    )
  /** Returns a signal that aborts when it was looked at some times, as if the runtime stopped then. */
  const abortedAfter = (looks: number): AbortSignal => {
    let left = looks
    return {
      get aborted() {
        return left-- <= 0
      },
    } as AbortSignal
  }

  it('deletes the rows of all tables, whenever it is interrupted, and nothing of other organizations', async () => {
    const [own, other] = [await filled(), await filled()]
    const all = await counts(other)
    expect(Object.keys(all).toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
    await deleteIt(own.organization)
    const organizations = world.container.get(OrganizationStore)
    let runs = 0
    while ((await organizations.deletions()).length > 0) {
      expect(++runs).toBeLessThan(40)
      await organizations.clear(own.organization, abortedAfter(5 * runs))
    }
    expect(runs).toBeGreaterThan(5)
    expect(await counts(own)).toEqual({})
    expect(await counts(other)).toEqual(all)
    const rest = 'select id from organizations where id = any($1::uuid[])'
    expect((await world.sql.query(rest, [[own.organization, other.organization]])).rows).toEqual([
      { id: other.organization },
    ])
  })
})
