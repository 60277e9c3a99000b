import { idAfter, type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import type { DataTableView } from '../../../domain/table/data-table.ts'
import { DataTableQueries } from '../../../ports/table/data-tables.ts'
import type { Database, Statement } from '../database.ts'
import type { Selected } from '../schema/columns.ts'
import { dataTables } from './data-table-store.ts'

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

export class PostgresDataTableQueries extends DataTableQueries {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async list(
    organizationId: string,
    projectIds: readonly string[] | null,
    page: Page,
  ): Promise<PageOf<DataTableView>> {
    const values = [organizationId, projectIds, idAfter(page), page.limit + 1]
    return pageOf(await this.#database.read<ViewRow>(list, values), page, ({ id }) => id)
  }

  override async find(organizationId: string, id: string): Promise<DataTableView | null> {
    const [row] = await this.#database.read<ViewRow>(find, [organizationId, id])
    return row ?? null
  }
}
