import { idAfter, type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import type { RecordView } from '../../../domain/record-cells.ts'
import type { DataTable, DataTableView, IngestToken } from '../../../domain/table/data-table.ts'
import type { DuplicateCounts } from '../../../domain/table/match.ts'
import type { KeyReader } from '../../../domain/table/record-key.ts'
import type { OwnLayout, View } from '../../../domain/table/search/view.ts'
import type { Clock } from '../../../ports/clock.ts'
import { DataTableStore, type PersonRules } from '../../../ports/table/data-tables.ts'
import type { KeyRebuild, Merge, MergeCause, RecordKey } from '../../../ports/table/key-rebuild.ts'
import type { Statement } from '../database.ts'
import { type Executor, entity } from '../rows.ts'
import type { Selected } from '../schema/columns.ts'
import {
  abandonKeyRebuild,
  adoptKeys,
  beginKeyRebuild,
  countDuplicates,
  dropKeys,
  isRebuildingKeys,
  lockDuplicates,
  mergeDuplicates,
  recordsToRebuild,
  takeChangedRecords,
  waitForRecordChanges,
  writeKeys,
} from './key-rebuild.ts'

const dataTables = entity(
  'data_tables',
  'id',
  'organizationId',
  'projectId',
  'name',
  'columns',
  'missingColumns',
  'mapsAutomatically',
  'signature',
  'onBadSignature',
  'match',
  'defaultCountry',
  'schemaVersion',
  'revision',
  'ingestTokenDigest',
  'ingestTokenCiphertext',
  'previousTokenDigest',
  'previousTokenUntil',
  'acceptsAnyFormat',
  'duplicateWindowSeconds',
  'createdAt',
)

/** The tokens of data tables, also of tables in the bin. */
const tokens = entity('stored_data_tables', 'id', 'organizationId', 'name')

/** The rules by which people are recognized in the records of data tables, also of tables in the bin. */
const personRules = entity('stored_data_tables', 'id', 'organizationId', 'match', 'defaultCountry')

const remove: Statement = {
  name: 'remove_data_table',
  text: `
    with removed as (delete from stored_data_tables where id = $1 returning id),
         kept as (delete from arrivals where data_table_id = $1),
         indexes as (delete from record_indexes where data_table_id = $1),
         fills as (delete from index_progress where data_table_id = $1),
         views as (delete from views where data_table_id = $1),
         segments as (delete from segments where data_table_id = $1)
    insert into removed_tables (id, removed_at) select id, $2::timestamptz from removed`,
}

// Stores the token of a table in a statement of its own. An update that names a column of a unique key locks the row as a
// deletion does; requests to the table could then not be held until the commit, and would be answered with 503.
const saveToken: Statement = {
  name: 'save_ingest_token',
  text: 'update data_tables set ingest_token_digest = $2 where id = $1 and ingest_token_digest <> $2',
}

// Reads the key of each column of a table by its name. Most tables have no keys of their own; then each name
// is its key.
const presentKeys = `
  select t.id, t.schema_version,
         coalesce(t.column_keys, (
           select jsonb_object_agg(c ->> 'name', c ->> 'name') from jsonb_array_elements(t.columns) c), '{}') as keys
    from data_tables t where t.id = $1`

// Stores the column keys of a table. Stores null if each key is its column's name, unless a removed column
// has left values behind.
const saveKeys = `
  update data_tables t
     set column_keys = case
           when exists (select from removed_columns where data_table_id = $1)
             or exists (select from jsonb_each_text(c.keys) k where k.key <> k.value) then c.keys end
    from changed c where t.id = c.id`

const addColumns: Statement = {
  name: 'add_columns',
  text: `
    with present as (${presentKeys}), changed as (
      select p.id, keys_with_columns(
               p_keys => p.keys, p_table => p.id, p_version => p.schema_version, p_names => $2::text[]) as keys
        from present p
    )
    ${saveKeys}`,
}

const renameColumn: Statement = {
  name: 'rename_column',
  text: `
    with present as (${presentKeys}), changed as (
      select p.id, (p.keys - $2::text) || jsonb_build_object($3::text, p.keys -> $2) as keys from present p
    )
    ${saveKeys}`,
}

const leaveCells: Statement = {
  name: 'leave_cells_of_column',
  text: `
    with present as (${presentKeys})
    insert into removed_columns (data_table_id, key, removed_at) select p.id, p.keys ->> $2::text, $3::timestamptz from present p`,
}

const removeColumn: Statement = {
  name: 'remove_column',
  text: `
    with present as (${presentKeys}), changed as (select p.id, p.keys - $2::text as keys from present p)
    ${saveKeys}`,
}

const giveUpIndex: Statement = {
  name: 'give_up_index_of_column',
  text: `
    with present as (${presentKeys}), gone as (
      delete from record_indexes i using present p where i.data_table_id = $1 and i.key = p.keys ->> $2::text
      returning i.index_number
    )
    insert into index_progress as f (data_table_id, index_number, dropped) select $1, index_number, true from gone
    on conflict (data_table_id, index_number) do update set dropped = true`,
}

const columns = `
  ${dataTables.selected()},
  ((select l.appended from end_of_ledger(p_table => t.id) l) - t.removed)::float8 as "recordCount"`

const list: Statement = {
  name: 'list_data_tables',
  text: `
    select ${columns} from data_tables t
     where organization_id = $1 and ($2::uuid[] is null or project_id = any($2)) and ($3::uuid is null or id > $3)
     order by id limit $4`,
}

const find: Statement = {
  name: 'find_data_table',
  text: `select ${columns} from data_tables t where organization_id = $1 and id = $2`,
}

type ViewRow = Selected<typeof dataTables> & Pick<DataTableView, 'recordCount'>

const views = entity(
  'views',
  'id',
  'organizationId',
  'dataTableId',
  'name',
  'definition',
  'createdAt',
  'userId',
)

const putOwn: Statement = {
  name: 'put_own_layout',
  text: `
    insert into views (id, organization_id, data_table_id, name, definition, created_at, user_id)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (user_id, data_table_id) where user_id is not null do update set definition = excluded.definition`,
}

export class PostgresDataTableStore extends DataTableStore {
  readonly #executor: Executor
  readonly #clock: Clock

  constructor(executor: Executor, clock: Clock) {
    super()
    this.#executor = executor
    this.#clock = clock
  }

  override async list(
    organizationId: string,
    projectIds: readonly string[] | null,
    page: Page,
  ): Promise<PageOf<DataTableView>> {
    const values = [organizationId, projectIds, idAfter(page), page.limit + 1]
    return pageOf(await this.#executor.read<ViewRow>(list, values), page, ({ id }) => id)
  }

  override async find(organizationId: string, id: string): Promise<DataTableView | null> {
    const [row] = await this.#executor.read<ViewRow>(find, [organizationId, id])
    return row ?? null
  }

  override add(table: DataTable): Promise<void> {
    return dataTables.within(this.#executor).add(table)
  }

  override lock(organizationId: string, id: string): Promise<DataTable | null> {
    return dataTables.within(this.#executor).lock({ organizationId, id })
  }

  override async personRulesOf(organizationId: string, id: string): Promise<PersonRules | null> {
    const row = await personRules.within(this.#executor).find({ organizationId, id })
    return row && { match: row.match, defaultCountry: row.defaultCountry }
  }

  override async save({ id, ingestTokenDigest, ...table }: DataTable): Promise<void> {
    await dataTables.within(this.#executor).patch({ id }, table)
    await this.#executor.write(saveToken, [id, ingestTokenDigest])
  }

  override async replaceTokens(
    organizationId: string,
    newToken: (dataTableId: string) => IngestToken,
  ): Promise<readonly Pick<DataTable, 'id' | 'name'>[]> {
    const rows = tokens.within(this.#executor)
    const replaced = await rows.lockAll({ organizationId }, 'id')
    for (const { id } of replaced) {
      const { digest: ingestTokenDigest, ciphertext: ingestTokenCiphertext } = newToken(id)
      const ended = { previousTokenDigest: null, previousTokenUntil: null }
      await rows.patch({ id }, { ingestTokenDigest, ingestTokenCiphertext, ...ended })
    }
    return replaced
  }

  override async remove(id: string): Promise<void> {
    await this.#executor.write(remove, [id, this.#clock.now()])
  }

  override countOf(organizationId: string): Promise<number> {
    return dataTables.within(this.#executor).count({ organizationId })
  }

  override async anyIn(projectId: string): Promise<boolean> {
    return (await dataTables.within(this.#executor).count({ projectId })) > 0
  }

  override async addColumns(dataTableId: string, names: readonly string[]): Promise<void> {
    await this.#executor.write(addColumns, [dataTableId, names])
  }

  override async renameColumn(dataTableId: string, from: string, to: string): Promise<void> {
    await this.#executor.write(renameColumn, [dataTableId, from, to])
  }

  override async removeColumn(dataTableId: string, name: string): Promise<void> {
    await this.#executor.write(giveUpIndex, [dataTableId, name])
    await this.#executor.write(leaveCells, [dataTableId, name, this.#clock.now()])
    await this.#executor.write(removeColumn, [dataTableId, name])
  }

  override async viewsOf(dataTableId: string): Promise<readonly View[]> {
    return (await views.within(this.#executor).list({ dataTableId }, 'createdAt', 'id')).flatMap(viewsIn)
  }

  override async findView(organizationId: string, id: string): Promise<View | null> {
    const row = await views.within(this.#executor).find({ organizationId, id })
    return row === null ? null : (viewsIn(row)[0] ?? null)
  }

  override putView({ q, where, sort, layout, ...view }: View): Promise<void> {
    return views.within(this.#executor).put({ ...view, definition: { q, where, sort, layout } })
  }

  override async putOwnLayout({ q, where, sort, layout, ...view }: OwnLayout): Promise<void> {
    const { id, organizationId, dataTableId, name, createdAt, userId } = view
    const definition = { q, where, sort, layout }
    const values = [id, organizationId, dataTableId, name, definition, createdAt, userId]
    await this.#executor.write(putOwn, values)
  }

  override async removeView(id: string): Promise<void> {
    await views.within(this.#executor).remove({ id })
  }

  override beginKeyRebuild(rebuild: KeyRebuild): Promise<boolean> {
    return beginKeyRebuild(this.#executor, rebuild)
  }

  override waitForRecordChanges(dataTableId: string): Promise<void> {
    return waitForRecordChanges(this.#executor, dataTableId)
  }

  override isRebuildingKeys(dataTableId: string): Promise<boolean> {
    return isRebuildingKeys(this.#executor, dataTableId)
  }

  override recordsToRebuild(
    rebuild: KeyRebuild,
    after: string | null,
    most: number,
  ): Promise<PageOf<RecordView>> {
    return recordsToRebuild(this.#executor, rebuild, after, most)
  }

  override writeKeys(rebuild: KeyRebuild, keys: readonly RecordKey[]): Promise<boolean> {
    return writeKeys(this.#executor, rebuild, keys)
  }

  override takeChangedRecords(rebuild: KeyRebuild, most: number) {
    return takeChangedRecords(this.#executor, rebuild, most)
  }

  override countDuplicates(rebuild: KeyRebuild): Promise<DuplicateCounts> {
    return countDuplicates(this.#executor, rebuild)
  }

  override lockDuplicates(rebuild: KeyRebuild, most: number, currentKeyOf: KeyReader) {
    return lockDuplicates(this.#executor, rebuild, most, currentKeyOf)
  }

  override mergeDuplicates(rebuild: KeyRebuild, merge: Merge, by: MergeCause): Promise<boolean> {
    return mergeDuplicates(this.#executor, rebuild, merge, by)
  }

  override adoptKeys(rebuild: KeyRebuild): Promise<boolean> {
    return adoptKeys(this.#executor, rebuild)
  }

  override dropKeys(dataTableId: string): Promise<void> {
    return dropKeys(this.#executor, dataTableId)
  }

  override abandonKeyRebuild(rebuild: KeyRebuild): Promise<void> {
    return abandonKeyRebuild(this.#executor, rebuild)
  }
}

/** Returns the view of a row in a list; an empty list for a view of people, which has no data table. */
function viewsIn({ definition, dataTableId, ...view }: Selected<typeof views>): readonly View[] {
  return dataTableId === null || 'filter' in definition
    ? []
    : [{ ...view, dataTableId, layout: null, ...definition }]
}
