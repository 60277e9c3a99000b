import type pg from 'pg'
import { type OrganizationTable, type ParentKind, parentTables } from './organization-tables.ts'
import type { OwnerIds } from './table-parts.ts'

type ParentIds = Readonly<Record<ParentKind, readonly string[]>>

const none: ParentIds = {
  dataTable: [],
  spinner: [],
  binEntry: [],
  job: [],
  sender: [],
  account: [],
  user: [],
  import: [],
}

/**
 * The ids of the tables, spinners, jobs and other parents to which an organization's rows belong. Holds the
 * present ids, and the ids noted when all of the organization was still in this cell.
 */
export class OwnedIds {
  readonly #organizationId: string
  readonly #present: ParentIds
  readonly #former: readonly string[]

  private constructor(organizationId: string, present: ParentIds, former: readonly string[]) {
    this.#organizationId = organizationId
    this.#present = present
    this.#former = former
  }

  static async read(
    connection: pg.Client,
    organizationId: string,
    former: readonly string[],
  ): Promise<OwnedIds> {
    const ids = async (kind: ParentKind) => {
      const { rows } = await connection.query<{ id: string }>(parentTables[kind], [organizationId])
      return rows.map(({ id }) => id)
    }
    const present = {
      dataTable: await ids('dataTable'),
      spinner: await ids('spinner'),
      binEntry: await ids('binEntry'),
      job: await ids('job'),
      sender: await ids('sender'),
      account: await ids('account'),
      user: await ids('user'),
      import: await ids('import'),
    }
    return new OwnedIds(organizationId, present, former)
  }

  /**
   * Returns an organization's ids of tables, spinners and other parents as they were noted earlier. For an
   * organization whose parents are already deleted here.
   */
  static former(organizationId: string, former: readonly string[]): OwnedIds {
    return new OwnedIds(organizationId, none, former)
  }

  /** Returns the ids without accounts that a move does not copy, because the other cell has them. */
  withoutAccounts(there: readonly string[]): OwnedIds {
    const account = this.#present.account.filter((id) => !there.includes(id))
    return new OwnedIds(this.#organizationId, { ...this.#present, account }, this.#former)
  }

  get ids(): readonly string[] {
    return Object.values(this.#present).flat()
  }

  /**
   * The ids of the organization's tables, spinners, imports and accounts, which a move notes. Once their rows are
   * deleted, the rows that belong to them can no longer be found.
   */
  get toRemember(): readonly string[] {
    const { dataTable, spinner, import: imports, account } = this.#present
    return [...dataTable, ...spinner, ...imports, ...account]
  }

  whose({ of }: OrganizationTable): OwnerIds {
    const organizationId = this.#organizationId
    if (of === 'organization') return { organizationId, parents: [] }
    return { organizationId, parents: [...new Set([...this.#present[of], ...this.#former])] }
  }
}
