import { idAfter, type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import type { Suppression, SuppressionEvent, SuppressionReason } from '../../../domain/person/suppression.ts'
import type { PersonDigests } from '../../../ports/person/person-digests.ts'
import { Suppressions } from '../../../ports/person/suppressions.ts'
import type { Database, Statement } from '../database.ts'
import { addSuppression, suppressionColumns } from './add-suppression.ts'
import { findDigested } from './suppression-store.ts'

const reasonFor: Statement = {
  name: 'suppression_reason',
  text: 'select reason from suppressions where organization_id = $1 and email = $2',
}

const find: Statement = {
  name: 'find_suppression',
  text: `select ${suppressionColumns} from suppressions where organization_id = $1 and email = $2`,
}

const events: Statement = {
  name: 'suppression_events',
  text: `
    select kind, at from suppression_events
     where organization_id = $1 and email = $2 order by at desc, kind desc limit $3`,
}

const list: Statement = {
  name: 'list_suppressions',
  text: `
    select ${suppressionColumns} from suppressions
     where organization_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`,
}

export class PostgresSuppressions extends Suppressions {
  readonly #database: Database
  readonly #digests: PersonDigests

  constructor(database: Database, digests: PersonDigests) {
    super()
    this.#database = database
    this.#digests = digests
  }

  override async reasonFor(organizationId: string, email: string): Promise<SuppressionReason | null> {
    const values = [organizationId, email]
    const [entry] = await this.#database.read<{ reason: SuppressionReason }>(reasonFor, values)
    if (entry !== undefined) return entry.reason
    const digest = await this.#digests.known(organizationId, email)
    if (digest === null) return null
    const known = [organizationId, digest]
    const [kept] = await this.#database.read<{ reason: SuppressionReason }>(findDigested, known)
    return kept?.reason ?? null
  }

  override async find(organizationId: string, email: string): Promise<Suppression | null> {
    const [entry] = await this.#database.read<Suppression>(find, [organizationId, email])
    return entry ?? null
  }

  override events(organizationId: string, email: string, most: number): Promise<readonly SuppressionEvent[]> {
    return this.#database.read<SuppressionEvent & Record<string, unknown>>(events, [
      organizationId,
      email,
      most,
    ])
  }

  override add(suppression: Suppression): Promise<Suppression> {
    return addSuppression(
      (statement, values) => this.#database.write<Suppression>(statement, values),
      suppression,
    )
  }

  override async list(organizationId: string, page: Page): Promise<PageOf<Suppression>> {
    const values = [organizationId, idAfter(page), page.limit + 1]
    return pageOf(await this.#database.read<Suppression>(list, values), page, ({ id }) => id)
  }
}
