import type { Audience } from '../../../domain/spinner/audience.ts'
import type { Spinner, SpinnerVersion } from '../../../domain/spinner/spinner.ts'
import type { Mark } from '../../../domain/table/mark.ts'
import type { SpinnerStore, TriggerableSpinner } from '../../../ports/unit-of-work.ts'
import { execute, type Statement } from '../database.ts'
import { countWithin, pick, type Session, SpinnerRow, SpinnerVersionRow, within } from '../rows.ts'

// In the order of ids, so that two transactions never wait for each other's spinners.
const lock: Statement = {
  name: 'lock_spinners',
  text: 'select id from spinners where id = any($1::uuid[]) order by id for no key update',
}

// A statement of its own, because the one that waited for the locks still sees what was before them.
const readLockedSpinners: Statement = {
  name: 'read_locked_spinners',
  text: `
    select s.id, s.organization_id, s.data_table_id, s.published_version, v.audience,
           s.taken_seq, s.taken_records, t.last_seq, t.appended
      from spinners s
      join spinner_versions v on v.spinner_id = s.id and v.version = s.published_version
      join data_tables t on t.id = s.data_table_id
     where s.id = any($1::uuid[])`,
}

const take: Statement = {
  name: 'take_audiences',
  text: `
    update spinners s set taken_seq = t.seq, taken_records = t.records
      from unnest($1::uuid[], $2::bigint[], $3::bigint[]) t(id, seq, records)
     where s.id = t.id`,
}

const kept = [
  'id',
  'organizationId',
  'projectId',
  'dataTableId',
  'name',
  'audience',
  'steps',
  'publishedVersion',
  'latestVersion',
  'revision',
  'createdAt',
] as const

const frozen = ['spinnerId', 'version', 'audience', 'steps', 'metadataColumns'] as const

interface LockedRow {
  readonly id: string
  readonly organization_id: string
  readonly data_table_id: string
  readonly published_version: number
  readonly audience: Audience
  readonly taken_seq: string
  readonly taken_records: string
  readonly last_seq: string
  readonly appended: string
}

export class SpinnerRepository implements SpinnerStore {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  async add(spinner: Spinner, version: SpinnerVersion | null): Promise<void> {
    await within(this.#session, SpinnerRow).insert({ ...pick(spinner, kept), steps: [...spinner.steps] })
    if (version !== null) await this.addVersion(version)
  }

  async lock(organizationId: string, id: string): Promise<Spinner | null> {
    const row = await within(this.#session, SpinnerRow)
      .findOne({ id, organization_id: organizationId })
      .forNoKeyUpdate()
    return row === undefined ? null : pick(row, kept)
  }

  async save({
    id,
    name,
    audience,
    steps,
    publishedVersion,
    latestVersion,
    revision,
  }: Spinner): Promise<void> {
    const changed = { name, audience, steps: [...steps], publishedVersion, latestVersion, revision }
    await within(this.#session, SpinnerRow).findById(id).patch(changed)
  }

  async findVersion(spinnerId: string, version: number): Promise<SpinnerVersion | null> {
    const row = await within(this.#session, SpinnerVersionRow).findById([spinnerId, version])
    return row === undefined ? null : pick(row, frozen)
  }

  async remove(id: string): Promise<void> {
    await within(this.#session, SpinnerVersionRow).delete().where({ spinner_id: id })
    await within(this.#session, SpinnerRow).deleteById(id)
  }

  countOf(organizationId: string): Promise<number> {
    return countWithin(within(this.#session, SpinnerRow).where({ organization_id: organizationId }))
  }

  async anyIn(projectId: string): Promise<boolean> {
    return (
      (await within(this.#session, SpinnerRow).findOne({ project_id: projectId }).select('id')) !== undefined
    )
  }

  async over(dataTableId: string): Promise<readonly string[]> {
    const rows = await within(this.#session, SpinnerRow)
      .where({ data_table_id: dataTableId })
      .select('name')
      .orderBy('id')
    return rows.map(({ name }) => name)
  }

  async addVersion(version: SpinnerVersion): Promise<void> {
    await within(this.#session, SpinnerVersionRow).insert({
      ...version,
      steps: [...version.steps],
      metadataColumns: [...version.metadataColumns],
    })
  }

  async lockPublished(ids: readonly string[]): Promise<ReadonlyMap<string, TriggerableSpinner>> {
    const { connection } = this.#session
    const wanted = [[...new Set(ids)]]
    const [, rows] = await Promise.all([
      execute(connection, lock, wanted),
      execute<LockedRow>(connection, readLockedSpinners, wanted),
    ])
    return new Map(rows.map((row) => [row.id, readLocked(row)]))
  }

  async take(spinners: readonly { readonly id: string; readonly taken: Mark }[]): Promise<void> {
    await execute(this.#session.connection, take, [
      spinners.map(({ id }) => id),
      spinners.map(({ taken }) => taken.seq),
      spinners.map(({ taken }) => taken.records),
    ])
  }
}

function readLocked(row: LockedRow): TriggerableSpinner {
  return {
    id: row.id,
    organizationId: row.organization_id,
    dataTableId: row.data_table_id,
    version: row.published_version,
    audience: row.audience,
    taken: { seq: Number(row.taken_seq), records: Number(row.taken_records) },
    committed: { seq: Number(row.last_seq), records: Number(row.appended) },
  }
}
