import type { Audience } from '../../../domain/spinner/audience.ts'
import type { Spinner, SpinnerVersion } from '../../../domain/spinner/spinner.ts'
import type { Step } from '../../../domain/spinner/step.ts'
import type { SpinnerStore } from '../../../ports/spinner/spinner-store.ts'
import { countWithin, everyColumnOf, type OpenTransaction, pick, Row, within } from '../rows.ts'

export const spinnerColumns = everyColumnOf<Spinner>()(
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
)

const frozen = ['spinnerId', 'version', 'audience', 'steps', 'metadataColumns'] as const

class SpinnerRow extends Row {
  static override tableName = 'spinners'
  static override jsonAttributes = ['steps']
  declare id: string
  declare organizationId: string
  declare projectId: string
  declare dataTableId: string
  declare name: string
  declare audience: Audience
  declare steps: Step[]
  declare publishedVersion: number | null
  declare latestVersion: number
  declare revision: number
  declare createdAt: Date
}

class SpinnerVersionRow extends Row {
  static override tableName = 'spinner_versions'
  static override idColumn = ['spinner_id', 'version']
  static override jsonAttributes = ['steps']
  declare spinnerId: string
  declare version: number
  declare audience: Audience
  declare steps: Step[]
  declare metadataColumns: string[]
}

export class PostgresSpinnerStore implements SpinnerStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async add(spinner: Spinner, version: SpinnerVersion | null): Promise<void> {
    await within(this.#tx, SpinnerRow).insert({ ...pick(spinner, spinnerColumns), steps: [...spinner.steps] })
    if (version !== null) await this.addVersion(version)
  }

  async lock(organizationId: string, id: string): Promise<Spinner | null> {
    const row = await within(this.#tx, SpinnerRow)
      .findOne({ id, organization_id: organizationId })
      .forNoKeyUpdate()
    return row === undefined ? null : pick(row, spinnerColumns)
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
    await within(this.#tx, SpinnerRow).findById(id).patch(changed)
  }

  async findVersion(spinnerId: string, version: number): Promise<SpinnerVersion | null> {
    const row = await within(this.#tx, SpinnerVersionRow).findById([spinnerId, version])
    return row === undefined ? null : pick(row, frozen)
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

  async addVersion(version: SpinnerVersion): Promise<void> {
    await within(this.#tx, SpinnerVersionRow).insert({
      ...version,
      steps: [...version.steps],
      metadataColumns: [...version.metadataColumns],
    })
  }
}
