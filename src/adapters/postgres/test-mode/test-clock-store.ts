import type { TestClock } from '../../../domain/test-mode/test-clock.ts'
import type { TestClockStore, TestCopy } from '../../../ports/test-mode/test-clocks.ts'
import { deleteOfOrganization } from '../cell/clearing.ts'
import { execute, type Statement } from '../database.ts'
import { entity, type OpenTransaction } from '../rows.ts'
import type { TableFields } from '../schema/columns.ts'
import { clockFrom, storedClocks } from './clock-columns.ts'

const findOrganization: Statement = {
  name: 'find_test_organization',
  text: `
    select o.id from organizations o join test_clocks c on c.organization_id = o.id where o.test_of = $1`,
}

const organizations = entity('organizations', 'testOf')

const copies = entity('test_copies', 'organizationId', 'kind', 'realId', 'testId', 'revision')

export class PostgresTestClockStore implements TestClockStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async add({ from: begunAt, ...clock }: TestClock): Promise<void> {
    await storedClocks.within(this.#tx).add({ ...clock, begunAt })
  }

  async organizationOf(realId: string): Promise<string | null> {
    const [row] = await execute<Pick<TableFields<'organizations'>, 'id'>>(
      this.#tx.connection,
      findOrganization,
      [realId],
    )
    return row?.id ?? null
  }

  async realOf(organizationId: string): Promise<string | null> {
    return (await organizations.within(this.#tx).find({ id: organizationId }))?.testOf ?? null
  }

  async lock(organizationId: string): Promise<TestClock | null> {
    const row = await storedClocks.within(this.#tx).lock({ organizationId })
    return row && clockFrom(row)
  }

  async save({ organizationId, from: begunAt, ...clock }: TestClock): Promise<void> {
    await storedClocks.within(this.#tx).patch({ organizationId }, { ...clock, begunAt })
  }

  async copies(organizationId: string): Promise<readonly TestCopy[]> {
    const rows = await copies.within(this.#tx).list({ organizationId }, 'kind', 'realId')
    return rows.map(({ organizationId: _organizationId, ...copy }) => copy)
  }

  async keepCopy(organizationId: string, copy: TestCopy): Promise<void> {
    await copies.within(this.#tx).remove({ organizationId, testId: copy.testId })
    await copies.within(this.#tx).put({ ...copy, organizationId })
  }

  async empty(organizationId: string, month: string): Promise<void> {
    await deleteOfOrganization(this.#tx.connection, organizationId, month)
  }
}
