import type { Spinner, SpinnerVersion } from '../../../domain/spinner/spinner.ts'
import type { SpinnerStore } from '../../../ports/unit-of-work.ts'
import { countWithin, pick, type Session, SpinnerRow, SpinnerVersionRow, within } from '../rows.ts'

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
}
