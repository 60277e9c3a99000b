import type { TestClock } from '../../../domain/test-mode/test-clock.ts'
import type { TestClockStore, TestCopy } from '../../../ports/test-mode/test-clocks.ts'
import { deleteOfOrganization } from '../cell/move/clearing.ts'
import { execute, type Statement } from '../database.ts'
import type { OpenTransaction } from '../rows.ts'
import { type ClockColumns, clockColumns, clockFrom } from './clock-columns.ts'

const add: Statement = {
  name: 'add_test_clock',
  text: 'insert into test_clocks (organization_id, now, rules) values ($1, $2, $3)',
}

const findOrganization: Statement = {
  name: 'find_test_organization',
  text: `
    select o.id from organizations o join test_clocks c on c.organization_id = o.id where o.test_of = $1`,
}

const findReal: Statement = {
  name: 'find_real_organization',
  text: 'select test_of from organizations where id = $1',
}

const lock: Statement = {
  name: 'lock_test_clock',
  text: `select ${clockColumns} from test_clocks c where c.organization_id = $1 for no key update`,
}

const save: Statement = {
  name: 'save_test_clock',
  text: `
    update test_clocks set now = $2, begun_at = $3, target = $4, moments = $5, error = $6::jsonb, rules = $7::jsonb
     where organization_id = $1`,
}

const listCopies: Statement = {
  name: 'list_test_copies',
  text: `
    select kind, real_id as "realId", test_id as "testId", revision from test_copies
     where organization_id = $1 order by kind, real_id`,
}

const keepCopy: Statement = {
  name: 'keep_test_copy',
  text: `
    insert into test_copies (organization_id, kind, real_id, test_id, revision) values ($1, $2, $3, $4, $5)
    on conflict (organization_id, kind, real_id) do update set test_id = excluded.test_id, revision = excluded.revision`,
}

export class PostgresTestClockStore implements TestClockStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async add({ organizationId, now, rules }: TestClock): Promise<void> {
    await execute(this.#tx.connection, add, [organizationId, now, JSON.stringify(rules)])
  }

  async organizationOf(realId: string): Promise<string | null> {
    const [row] = await execute<{ id: string }>(this.#tx.connection, findOrganization, [realId])
    return row?.id ?? null
  }

  async realOf(organizationId: string): Promise<string | null> {
    const [row] = await execute<{ test_of: string | null }>(this.#tx.connection, findReal, [organizationId])
    return row?.test_of ?? null
  }

  async lock(organizationId: string): Promise<TestClock | null> {
    const [row] = await execute<ClockColumns & Record<string, unknown>>(this.#tx.connection, lock, [
      organizationId,
    ])
    return row === undefined ? null : clockFrom(row)
  }

  async save({ organizationId, now, from, target, moments, error, rules }: TestClock): Promise<void> {
    const fault = error === null ? null : JSON.stringify(error)
    const values = [organizationId, now, from, target, moments, fault, JSON.stringify(rules)]
    await execute(this.#tx.connection, save, values)
  }

  async copies(organizationId: string): Promise<readonly TestCopy[]> {
    return await execute<TestCopy & Record<string, unknown>>(this.#tx.connection, listCopies, [
      organizationId,
    ])
  }

  async keepCopy(organizationId: string, { kind, realId, testId, revision }: TestCopy): Promise<void> {
    await execute(this.#tx.connection, keepCopy, [organizationId, kind, realId, testId, revision])
  }

  async empty(organizationId: string): Promise<void> {
    await deleteOfOrganization(this.#tx.connection, organizationId)
  }
}
