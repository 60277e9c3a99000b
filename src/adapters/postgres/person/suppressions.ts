import type { Page, PageOf } from '../../../domain/page.ts'
import type {
  KnownSuppression,
  Suppression,
  SuppressionEvent,
  SuppressionReason,
} from '../../../domain/person/suppression.ts'
import { type PersonDigests, Suppressions } from '../../../ports/person/contact-rules.ts'
import type { Database, Statement } from '../database.ts'
import { fieldsOf, type Selected } from '../schema/columns.ts'
import { storedSuppressions } from './add-suppression.ts'
import { digestedSuppressions } from './suppression-store.ts'

const event = fieldsOf('suppression_events', 'kind', 'at')

const events: Statement = {
  name: 'suppression_events',
  text: `
    select ${event.selected()} from suppression_events
     where organization_id = $1 and email = $2 order by at desc, kind desc limit $3`,
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
    return (await this.find(organizationId, email))?.reason ?? null
  }

  override async find(organizationId: string, email: string): Promise<KnownSuppression | null> {
    const entry = await storedSuppressions.within(this.#database).find({ organizationId, email })
    if (entry !== null) return { id: entry.id, reason: entry.reason, createdAt: entry.createdAt }
    const digest = await this.#digests.known(organizationId, email)
    if (digest === null) return null
    const kept = await digestedSuppressions.within(this.#database).find({ organizationId, digest })
    return kept && { id: null, ...kept }
  }

  override events(organizationId: string, email: string, most: number): Promise<readonly SuppressionEvent[]> {
    return this.#database.read<Selected<typeof event>>(events, [organizationId, email, most])
  }

  override list(organizationId: string, page: Page): Promise<PageOf<Suppression>> {
    return storedSuppressions.within(this.#database).newest({ organizationId }, page)
  }
}
