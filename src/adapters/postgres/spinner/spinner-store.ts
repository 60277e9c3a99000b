import { audienceSize } from '../../../domain/spinner/audience.ts'
import type { Spinner, SpinnerVersion } from '../../../domain/spinner/spinner.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import type { PublishedStarts, SpinnerStore } from '../../../ports/spinner/spinners.ts'
import { execute, type Statement } from '../database.ts'
import { entity, type OpenTransaction } from '../rows.ts'
import type { Selected } from '../schema/columns.ts'
import { sqlFunction } from '../sql-function.ts'
import { findNewRecords, type NewRecordsRow, rangeOf } from './new-records.ts'
import { openedSteps, type StepsOwner, storedSteps } from './sealed-steps.ts'
import { outlineOf } from './version-outline.ts'

const columns = [
  'id',
  'organizationId',
  'projectId',
  'dataTableId',
  'name',
  'audience',
  'contact',
  'exclusive',
  'exits',
  'reply',
  'sendWindow',
  'starts',
  'triggerData',
  'steps',
  'publishedVersion',
  'latestVersion',
  'pausedAt',
  'pausedActorId',
  'revision',
  'createdAt',
] as const

export const spinners = entity('spinners', ...columns)

/** Spinners with those in the bin. */
const storedSpinners = entity('stored_spinners', ...columns, 'binEntryId')

const excludeExisting = sqlFunction('exclude_existing_records', 'p_spinner')

const findVersionsInUse: Statement = {
  name: 'spinner_versions_in_use',
  text: `
    select published_version as version from spinners where id = $1 and published_version is not null
    union
    select spinner_version from jobs where spinner_id = $1 and is_unfinished_job(status)
    order by version`,
}

const forgetColumn: Statement = {
  name: 'forget_column_of_versions',
  text: `
    update spinner_versions v set metadata_columns = array_remove(v.metadata_columns, $2)
      from stored_spinners s
     where s.data_table_id = $1 and v.spinner_id = s.id and $2 = any(v.metadata_columns)`,
}

export const spinnerVersions = entity(
  'spinner_versions',
  'spinnerId',
  'version',
  'audience',
  'contact',
  'exclusive',
  'exits',
  'reply',
  'sendWindow',
  'starts',
  'triggerData',
  'steps',
  'metadataColumns',
)

const spinnerNames = entity('spinners', 'name')

const spinnerStarts = entity('spinner_starts', 'spinnerId')

// Stores when a published spinner starts automatically. If its start is the same as before, the time at which
// it is next due stays, because a due start may not have run yet.
const publishStarts: Statement = {
  name: 'publish_starts',
  text: `
    insert into spinner_starts as b (spinner_id, organization_id, starts, due_at, check_at)
    values ($1, $2, $3, $4, case when $5 then null else $4::timestamptz end)
    on conflict (spinner_id) do update
       set starts = excluded.starts, due_at = excluded.due_at, check_at = excluded.check_at, stopped = null, stopped_at = null
     where b.starts <> excluded.starts`,
}

const findStarting: Statement = {
  name: 'spinners_that_start',
  text: `
    select s.id from spinners s join spinner_starts b on b.spinner_id = s.id
     where s.organization_id = $1
     order by s.id`,
}

const resumeStarts: Statement = {
  name: 'go_on_with_starts',
  text: `update spinner_starts set check_at = due_at where spinner_id = $1 and due_at < 'infinity'`,
}

export class PostgresSpinnerStore implements SpinnerStore {
  readonly #tx: OpenTransaction
  readonly #sealing: Sealing

  constructor(tx: OpenTransaction, sealing: Sealing) {
    this.#tx = tx
    this.#sealing = sealing
  }

  async add(spinner: Spinner, version: SpinnerVersion | null): Promise<void> {
    const steps = storedSteps(spinner.steps, draftOf(spinner.id), this.#sealing)
    await spinners.within(this.#tx).add({ ...spinner, steps })
    if (version !== null) await this.addVersion(version, spinner.createdAt)
  }

  async lock(organizationId: string, id: string): Promise<Spinner | null> {
    const row = await spinners.within(this.#tx).lock({ organizationId, id })
    return row && this.#spinnerFrom(row)
  }

  #spinnerFrom(row: Selected<typeof spinners>): Spinner {
    return { ...row, steps: openedSteps(row.steps, draftOf(row.id), this.#sealing) }
  }

  async save({
    id,
    name,
    audience,
    contact,
    exclusive,
    exits,
    reply,
    sendWindow,
    starts,
    triggerData,
    steps,
    publishedVersion,
    latestVersion,
    pausedAt,
    pausedActorId,
    revision,
  }: Spinner): Promise<void> {
    const stored = storedSteps(steps, draftOf(id), this.#sealing)
    const draft = {
      name,
      audience,
      contact,
      exclusive,
      exits,
      reply,
      sendWindow,
      starts,
      triggerData,
      steps: stored,
    }
    const changed = { ...draft, publishedVersion, latestVersion, pausedAt, pausedActorId, revision }
    await storedSpinners.within(this.#tx).patch({ id }, changed)
  }

  async existing({ organizationId, id }: Spinner): Promise<number> {
    const [row] = await execute<NewRecordsRow>(this.#tx.connection, findNewRecords, [organizationId, id])
    return row === undefined ? 0 : audienceSize(rangeOf(row, 'new'))
  }

  async excludeExisting(spinnerId: string): Promise<void> {
    await execute(this.#tx.connection, ...excludeExisting({ p_spinner: spinnerId }))
  }

  async findVersion(spinnerId: string, version: number): Promise<SpinnerVersion | null> {
    const row = await spinnerVersions.within(this.#tx).find({ spinnerId, version })
    return row && { ...row, steps: openedSteps(row.steps, { spinnerId, version }, this.#sealing) }
  }

  async remove(id: string): Promise<void> {
    await spinnerVersions.within(this.#tx).remove({ spinnerId: id })
    await storedSpinners.within(this.#tx).remove({ id })
  }

  countOf(organizationId: string): Promise<number> {
    return spinners.within(this.#tx).count({ organizationId })
  }

  async anyIn(projectId: string): Promise<boolean> {
    return (await spinners.within(this.#tx).count({ projectId })) > 0
  }

  async over(dataTableId: string): Promise<readonly string[]> {
    const rows = await spinnerNames.within(this.#tx).list({ dataTableId }, 'id')
    return rows.map(({ name }) => name)
  }

  async lockOver(dataTableId: string): Promise<readonly Spinner[]> {
    const rows = await spinners.within(this.#tx).lockAll({ dataTableId }, 'id')
    return rows.map((row) => this.#spinnerFrom(row))
  }

  async lockBinnedOver(dataTableId: string): Promise<readonly Spinner[]> {
    const rows = await storedSpinners.within(this.#tx).lockAll({ dataTableId }, 'id')
    return rows.flatMap(({ binEntryId, ...row }) => (binEntryId === null ? [] : [this.#spinnerFrom(row)]))
  }

  async versionsInUse(spinnerId: string): Promise<readonly SpinnerVersion[]> {
    const used = await execute<{ version: number }>(this.#tx.connection, findVersionsInUse, [spinnerId])
    const versions = await Promise.all(used.map(({ version }) => this.findVersion(spinnerId, version)))
    return versions.filter((version) => version !== null)
  }

  async saveVersion(version: SpinnerVersion): Promise<void> {
    const { spinnerId, version: no, metadataColumns, sendWindow } = version
    const steps = storedSteps(version.steps, version, this.#sealing)
    await spinnerVersions
      .within(this.#tx)
      .patch({ spinnerId, version: no }, { steps, sendWindow, metadataColumns })
  }

  async forgetColumn(dataTableId: string, column: string): Promise<void> {
    await execute(this.#tx.connection, forgetColumn, [dataTableId, column])
  }

  async addVersion(version: SpinnerVersion, publishedAt: Date): Promise<void> {
    const steps = storedSteps(version.steps, version, this.#sealing)
    const others = { publishedAt, ...outlineOf(version.steps) }
    await spinnerVersions.within(this.#tx).add({ ...version, steps }, others)
  }

  async publishStarts({
    spinnerId,
    organizationId,
    starts,
    dueAt,
    isPaused,
  }: PublishedStarts): Promise<void> {
    const values = [spinnerId, organizationId, JSON.stringify(starts), dueAt, isPaused]
    await execute(this.#tx.connection, publishStarts, values)
  }

  async startingIn(organizationId: string): Promise<readonly string[]> {
    const rows = await execute<{ id: string }>(this.#tx.connection, findStarting, [organizationId])
    return rows.map(({ id }) => id)
  }

  async removeStarts(spinnerId: string): Promise<void> {
    await spinnerStarts.within(this.#tx).remove({ spinnerId })
  }

  async holdStarts(spinnerId: string): Promise<void> {
    await spinnerStarts.within(this.#tx).patch({ spinnerId }, { checkAt: null })
  }

  async resumeStarts(spinnerId: string): Promise<void> {
    await execute(this.#tx.connection, resumeStarts, [spinnerId])
  }
}

const draftOf = (spinnerId: string): StepsOwner => ({ spinnerId, version: 'draft' })
