import type pg from 'pg'
import { organizationTables } from '../../adapters/postgres/cell/organization-tables.ts'
import type { OwnedIds } from '../../adapters/postgres/cell/owned-ids.ts'
import type { RowOf } from '../../adapters/postgres/schema/columns.ts'

/** The row about a move in the cell to which the organization comes, until the organization is there. */
export class IncomingMove {
  readonly #target: pg.Client
  readonly #organizationId: string

  constructor(target: pg.Client, organizationId: string) {
    this.#target = target
    this.#organizationId = organizationId
  }

  /** Notes that a move has begun, so that rows copied by it can be found again if the move is interrupted. */
  async begin(moveId: string, organization: string): Promise<void> {
    await this.#target.query(
      `insert into incoming_moves (organization_id, move_id) values ($1, $2)
       on conflict (organization_id) do update set move_id = excluded.move_id, completed_at = null`,
      [this.#organizationId, moveId],
    )
    await this.#target.query(
      'insert into organizations select * from jsonb_populate_record(null::organizations, $1) on conflict (id) do nothing',
      [organization],
    )
  }

  /**
   * Notes the ids of parents (tables, spinners and others) before their rows are copied, so that an
   * interrupted move can find these rows.
   */
  async note({ ids }: OwnedIds): Promise<void> {
    await this.#target.query(
      `update incoming_moves set owner_ids = array(select distinct p from unnest(owner_ids || $2::uuid[]) p) where organization_id = $1`,
      [this.#organizationId, ids],
    )
  }

  /**
   * Returns the ids of the tables, spinners and other parents whose rows a move has copied to this cell. Null
   * if nothing was copied, or if the move is complete.
   */
  async noted(): Promise<readonly string[] | null> {
    const { rows } = await this.#target.query<Pick<RowOf<'incoming_moves'>, 'owner_ids'>>(
      'select owner_ids from incoming_moves where organization_id = $1 and completed_at is null',
      [this.#organizationId],
    )
    return rows[0]?.owner_ids ?? null
  }

  /** Deletes copied rows whose parent, such as a table or spinner, was deleted since they were copied. */
  async forgetFormer({ ids }: OwnedIds): Promise<void> {
    const present = new Set(ids)
    const gone = ((await this.noted()) ?? []).filter((id) => !present.has(id))
    if (gone.length === 0) return
    for (const table of organizationTables.filter(({ early, of }) => early && of !== 'organization'))
      await this.#target.query(`delete from ${table.name} where ${table.by} = any($1::uuid[])`, [gone])
  }

  /**
   * Writes the organization's row in this cell and opens the organization for requests. Both take effect with
   * the commit of this transaction.
   */
  async open(moveId: string, organization: string, columns: string): Promise<void> {
    await this.#target.query(
      `update organizations o set (${columns}) = (select ${columns} from jsonb_populate_record(null::organizations, $2)) where o.id = $1`,
      [this.#organizationId, organization],
    )
    await this.#target.query('select open_organization(p_organization => $1)', [this.#organizationId])
    await this.#target.query(
      'update incoming_moves set completed_at = now() where organization_id = $1 and move_id = $2',
      [this.#organizationId, moveId],
    )
  }

  async hasLanded(moveId: string): Promise<boolean> {
    const { rows } = await this.#target.query(
      'select from incoming_moves where organization_id = $1 and move_id = $2 and completed_at is not null',
      [this.#organizationId, moveId],
    )
    return rows.length > 0
  }

  /**
   * Returns the id of the move by which the organization came to this cell after the time `since` and stayed; null if
   * there is none. Any time counts if `since` is null.
   */
  async arrivedAfter(since: string | null): Promise<string | null> {
    const { rows } = await this.#target.query<Pick<RowOf<'incoming_moves'>, 'move_id'>>(
      `select m.move_id from incoming_moves m join organizations o on o.id = m.organization_id
        where o.id = $1 and m.completed_at is not null and ($2::timestamptz is null or m.completed_at > $2)
          and not exists (
            select from organization_departures d where d.organization_id = o.id and d.status in ('switching', 'departed'))`,
      [this.#organizationId, since],
    )
    return rows[0]?.move_id ?? null
  }

  /** Returns whether this cell has a row of the organization, by a move or by a copy. */
  async hasRow(): Promise<boolean> {
    const { rows } = await this.#target.query('select from organizations where id = $1', [
      this.#organizationId,
    ])
    return rows.length > 0
  }

  async forget(): Promise<void> {
    await this.#target.query('delete from incoming_moves where organization_id = $1', [this.#organizationId])
  }
}
