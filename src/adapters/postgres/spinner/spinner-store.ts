import type { Contact } from '../../../domain/person/contact-policy.ts'
import { type Audience, sizeOf } from '../../../domain/spinner/audience.ts'
import type { Exit } from '../../../domain/spinner/exit.ts'
import type { SendWindow } from '../../../domain/spinner/send-window.ts'
import type { Spinner, SpinnerVersion } from '../../../domain/spinner/spinner.ts'
import type { Starts } from '../../../domain/spinner/starts.ts'
import {
  isPlain,
  programOf,
  stepsBeforeAnyMessage,
  waitSecondsAfterSteps,
} from '../../../domain/spinner/steps/program.ts'
import type { Step } from '../../../domain/spinner/steps/step.ts'
import type { TriggerField } from '../../../domain/spinner/trigger-data.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import type { PublishedStarts, SpinnerStore } from '../../../ports/spinner/spinners.ts'
import { execute, type Statement } from '../database.ts'
import { countWithin, everyColumnOf, type OpenTransaction, pick, Row, within } from '../rows.ts'
import { sqlFunction } from '../sql-function.ts'
import { findNewRecords, type NewRecordsRow, rangeOf } from './new-records.ts'
import { openedSteps, type StepsOwner, type StoredSteps, storedSteps } from './sealed-steps.ts'

export const spinnerColumns = everyColumnOf<Spinner>()(
  'id',
  'organizationId',
  'projectId',
  'dataTableId',
  'name',
  'audience',
  'contact',
  'exclusive',
  'exits',
  'sendWindow',
  'starts',
  'triggerData',
  'steps',
  'publishedVersion',
  'latestVersion',
  'pausedAt',
  'pausedUserId',
  'revision',
  'createdAt',
)

const excludeExisting = sqlFunction('exclude_existing', 'p_spinner')

const findVersionsInUse: Statement = {
  name: 'spinner_versions_in_use',
  text: `
    select published_version as version from spinners where id = $1 and published_version is not null
    union
    select spinner_version from jobs where spinner_id = $1 and is_unfinished_job(status)
    order by version`,
}

const frozen = [
  'spinnerId',
  'version',
  'audience',
  'contact',
  'exclusive',
  'exits',
  'sendWindow',
  'starts',
  'triggerData',
  'steps',
  'metadataColumns',
] as const

class SpinnerRow extends Row {
  static override tableName = 'spinners'
  static override jsonAttributes = ['steps', 'sendWindow', 'starts', 'triggerData']
  declare id: string
  declare organizationId: string
  declare projectId: string
  declare dataTableId: string
  declare name: string
  declare audience: Audience
  declare contact: Contact
  declare exclusive: boolean
  declare exits: readonly Exit[]
  declare sendWindow: SendWindow | null
  declare starts: Starts
  declare triggerData: readonly TriggerField[]
  declare steps: StoredSteps
  declare publishedVersion: number | null
  declare latestVersion: number
  declare pausedAt: Date | null
  declare pausedUserId: string | null
  declare revision: number
  declare createdAt: Date
}

class SpinnerVersionRow extends Row {
  static override tableName = 'spinner_versions'
  static override idColumn = ['spinner_id', 'version']
  static override jsonAttributes = ['steps', 'sendWindow', 'starts', 'triggerData']
  declare spinnerId: string
  declare version: number
  declare audience: Audience
  declare contact: Contact
  declare exclusive: boolean
  declare exits: readonly Exit[]
  declare sendWindow: SendWindow | null
  declare starts: Starts
  declare triggerData: readonly TriggerField[]
  declare steps: StoredSteps
  declare metadataColumns: string[]
  declare publishedAt: Date | null
  declare quietSteps: number[] | null
  declare waitsAfter: number[] | null
}

// Stores the starts of a published spinner. If it had the same start before, the due time stays, because a
// due start may have been missed.
const publishStarts: Statement = {
  name: 'publish_starts',
  text: `
    insert into spinner_starts as b (spinner_id, organization_id, starts, due_at, look_at)
    values ($1, $2, $3, $4, case when $5 then null else $4::timestamptz end)
    on conflict (spinner_id) do update
       set starts = excluded.starts, due_at = excluded.due_at, look_at = excluded.look_at, stopped = null, stopped_at = null
     where b.starts <> excluded.starts`,
}

const removeStarts: Statement = {
  name: 'remove_starts',
  text: 'delete from spinner_starts where spinner_id = $1',
}

const holdStarts: Statement = {
  name: 'hold_starts',
  text: 'update spinner_starts set look_at = null where spinner_id = $1',
}

const resumeStarts: Statement = {
  name: 'go_on_with_starts',
  text: `update spinner_starts set look_at = due_at where spinner_id = $1 and due_at < 'infinity'`,
}

export class PostgresSpinnerStore implements SpinnerStore {
  readonly #tx: OpenTransaction
  readonly #sealing: Sealing

  constructor(tx: OpenTransaction, sealing: Sealing) {
    this.#tx = tx
    this.#sealing = sealing
  }

  async add(spinner: Spinner, version: SpinnerVersion | null): Promise<void> {
    await within(this.#tx, SpinnerRow).insert({
      ...pick(spinner, spinnerColumns),
      steps: await storedSteps(spinner.steps, draftOf(spinner.id), this.#sealing),
    })
    if (version !== null) await this.addVersion(version, spinner.createdAt)
  }

  async lock(organizationId: string, id: string): Promise<Spinner | null> {
    const row = await within(this.#tx, SpinnerRow)
      .findOne({ id, organization_id: organizationId })
      .forNoKeyUpdate()
    return row === undefined ? null : this.#spinnerFrom(row)
  }

  #spinnerFrom(row: SpinnerRow): Spinner {
    const steps = openedSteps(row.steps, draftOf(row.id), this.#sealing)
    return { ...pick(row, spinnerColumns), steps }
  }

  async save({
    id,
    name,
    audience,
    contact,
    exclusive,
    exits,
    sendWindow,
    starts,
    triggerData,
    steps,
    publishedVersion,
    latestVersion,
    pausedAt,
    pausedUserId,
    revision,
  }: Spinner): Promise<void> {
    const stored = await storedSteps(steps, draftOf(id), this.#sealing)
    const draft = {
      name,
      audience,
      contact,
      exclusive,
      exits,
      sendWindow,
      starts,
      triggerData,
      steps: stored,
    }
    const changed = { ...draft, publishedVersion, latestVersion, pausedAt, pausedUserId, revision }
    await within(this.#tx, SpinnerRow).findById(id).patch(changed)
  }

  async existing({ organizationId, id }: Spinner): Promise<number> {
    const [row] = await execute<NewRecordsRow>(this.#tx.connection, findNewRecords, [organizationId, id])
    return row === undefined ? 0 : sizeOf(rangeOf(row, 'new'))
  }

  async excludeExisting(spinnerId: string): Promise<void> {
    await execute(this.#tx.connection, ...excludeExisting({ p_spinner: spinnerId }))
  }

  async findVersion(spinnerId: string, version: number): Promise<SpinnerVersion | null> {
    const row = await within(this.#tx, SpinnerVersionRow).findById([spinnerId, version])
    if (row === undefined) return null
    return { ...pick(row, frozen), steps: openedSteps(row.steps, { spinnerId, version }, this.#sealing) }
  }

  async remove(id: string): Promise<void> {
    await within(this.#tx, SpinnerVersionRow).delete().where({ spinner_id: id })
    await within(this.#tx, SpinnerRow).deleteById(id)
  }

  countOf(organizationId: string): Promise<number> {
    return countWithin(within(this.#tx, SpinnerRow).where({ organization_id: organizationId }))
  }

  async anyIn(projectId: string): Promise<boolean> {
    return (await within(this.#tx, SpinnerRow).findOne({ project_id: projectId }).select('id')) !== undefined
  }

  async over(dataTableId: string): Promise<readonly string[]> {
    const rows = await within(this.#tx, SpinnerRow)
      .where({ data_table_id: dataTableId })
      .select('name')
      .orderBy('id')
    return rows.map(({ name }) => name)
  }

  async lockOver(dataTableId: string): Promise<readonly Spinner[]> {
    const rows = await within(this.#tx, SpinnerRow)
      .where({ data_table_id: dataTableId })
      .orderBy('id')
      .forNoKeyUpdate()
    return rows.map((row) => this.#spinnerFrom(row))
  }

  async versionsInUse(spinnerId: string): Promise<readonly SpinnerVersion[]> {
    const used = await execute<{ version: number }>(this.#tx.connection, findVersionsInUse, [spinnerId])
    const versions = await Promise.all(used.map(({ version }) => this.findVersion(spinnerId, version)))
    return versions.filter((version) => version !== null)
  }

  async saveVersion(version: SpinnerVersion): Promise<void> {
    const { spinnerId, version: no, metadataColumns, sendWindow } = version
    const steps = await storedSteps(version.steps, version, this.#sealing)
    await within(this.#tx, SpinnerVersionRow)
      .findById([spinnerId, no])
      .patch({ steps, sendWindow, metadataColumns: [...metadataColumns] })
  }

  async addVersion(version: SpinnerVersion, publishedAt: Date): Promise<void> {
    await within(this.#tx, SpinnerVersionRow).insert({
      ...version,
      steps: await storedSteps(version.steps, version, this.#sealing),
      metadataColumns: [...version.metadataColumns],
      publishedAt,
      ...outlineOf(version.steps),
    })
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

  async removeStarts(spinnerId: string): Promise<void> {
    await execute(this.#tx.connection, removeStarts, [spinnerId])
  }

  async holdStarts(spinnerId: string): Promise<void> {
    await execute(this.#tx.connection, holdStarts, [spinnerId])
  }

  async resumeStarts(spinnerId: string): Promise<void> {
    await execute(this.#tx.connection, resumeStarts, [spinnerId])
  }
}

/**
 * Returns facts about a version's branches that SQL functions need; null if its steps only follow one after
 * the other.
 */
function outlineOf(steps: readonly Step[]) {
  const program = programOf(steps)
  if (isPlain(program)) return { quietSteps: null, waitsAfter: null }
  return { quietSteps: [...stepsBeforeAnyMessage(program)], waitsAfter: [...waitSecondsAfterSteps(program)] }
}

const draftOf = (spinnerId: string): StepsOwner => ({ spinnerId, version: 'draft' })
