import { idAfter, type Page, type PageOf, pageOf } from '../../domain/page.ts'
import type { Audience } from '../../domain/spinner/audience.ts'
import { type Spinner, type SpinnerView, viewOf } from '../../domain/spinner/spinner.ts'
import type { Step } from '../../domain/spinner/step.ts'
import { SpinnerQueries } from '../../ports/spinner-queries.ts'
import type { Database, Statement } from './database.ts'

const select = `
  select s.id, s.organization_id as "organizationId", s.project_id as "projectId",
         s.data_table_id as "dataTableId", s.name, s.audience, s.steps,
         s.published_version as "publishedVersion", s.latest_version as "latestVersion", s.revision,
         s.created_at as "createdAt", v.audience as published_audience, v.steps as published_steps
    from spinners s
    left join spinner_versions v on v.spinner_id = s.id and v.version = s.published_version`

const list: Statement = {
  name: 'list_spinners',
  text: `
    ${select}
     where s.organization_id = $1 and ($2::uuid is null or s.project_id = $2) and ($3::uuid is null or s.id > $3)
     order by s.id limit $4`,
}

const find: Statement = {
  name: 'find_spinner',
  text: `${select} where s.organization_id = $1 and s.id = $2`,
}

interface SpinnerColumns extends Spinner {
  readonly published_audience: Audience | null
  readonly published_steps: readonly Step[] | null
}

export class PostgresSpinnerQueries extends SpinnerQueries {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async list(
    organizationId: string,
    projectId: string | null,
    page: Page,
  ): Promise<PageOf<SpinnerView>> {
    const values = [organizationId, projectId, idAfter(page), page.limit + 1]
    const rows = await this.#database.read<SpinnerColumns>(list, values)
    return pageOf(rows.map(readSpinner), page, ({ id }) => id)
  }

  override async find(organizationId: string, id: string): Promise<SpinnerView | null> {
    const [row] = await this.#database.read<SpinnerColumns>(find, [organizationId, id])
    return row === undefined ? null : readSpinner(row)
  }
}

function readSpinner({ published_audience: audience, published_steps: steps, ...spinner }: SpinnerColumns) {
  return viewOf(spinner, audience === null || steps === null ? null : { audience, steps })
}
