import { idAfter, type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import { type Audience, type AudienceRange, audienceRange } from '../../../domain/spinner/audience.ts'
import {
  type Spinner,
  type SpinnerVersion,
  type SpinnerView,
  viewOf,
} from '../../../domain/spinner/spinner.ts'
import type { Step } from '../../../domain/spinner/step.ts'
import { SpinnerQueries } from '../../../ports/spinner/spinner-queries.ts'
import type { Database, Statement } from '../database.ts'
import { selected } from '../rows.ts'
import { spinnerColumns } from './spinner-store.ts'

const select = `
  select ${selected(spinnerColumns, 's.')}, v.audience as published_audience, v.steps as published_steps,
         v.metadata_columns as published_columns,
         case when v.version is not null then (
           select jsonb_path_query_array(t.columns, '$[*] ? (@.metadata == true).name')
             from data_tables t where t.id = s.data_table_id) end as present_columns
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

const version: Statement = {
  name: 'find_spinner_version',
  text: `
    select v.spinner_id as "spinnerId", v.version, v.audience, v.steps, v.metadata_columns as "metadataColumns"
      from spinners s
      join spinner_versions v on v.spinner_id = s.id and v.version = $3
     where s.organization_id = $1 and s.id = $2`,
}

const wouldTake: Statement = {
  name: 'find_audience',
  text: `
    select v.audience, s.taken_seq, s.taken_records, t.last_seq, t.appended
      from spinners s
      join spinner_versions v on v.spinner_id = s.id and v.version = s.published_version
      join data_tables t on t.id = s.data_table_id
     where s.organization_id = $1 and s.id = $2`,
}

interface AudienceColumns {
  readonly audience: Audience
  readonly taken_seq: string
  readonly taken_records: string
  readonly last_seq: string
  readonly appended: string
}

interface SpinnerColumns extends Spinner {
  readonly published_audience: Audience | null
  readonly published_steps: readonly Step[] | null
  readonly published_columns: readonly string[] | null
  /** Of a published one; what a draft would see says nothing yet. */
  readonly present_columns: readonly string[] | null
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

  override async audience(organizationId: string, id: string): Promise<AudienceRange | null> {
    const [row] = await this.#database.read<AudienceColumns>(wouldTake, [organizationId, id])
    if (row === undefined) return null
    const taken = { seq: Number(row.taken_seq), records: Number(row.taken_records) }
    const committed = { seq: Number(row.last_seq), records: Number(row.appended) }
    return audienceRange(row.audience, taken, committed)
  }

  override async version(organizationId: string, id: string, no: number): Promise<SpinnerVersion | null> {
    const [row] = await this.#database.read<SpinnerVersion>(version, [organizationId, id, no])
    return row ?? null
  }
}

function readSpinner({
  published_audience: audience,
  published_steps: steps,
  published_columns: metadataColumns,
  present_columns: presentColumns,
  ...spinner
}: SpinnerColumns): SpinnerView {
  const published =
    audience === null || steps === null || metadataColumns === null
      ? null
      : { audience, steps, metadataColumns }
  return viewOf(spinner, presentColumns ?? [], published)
}
