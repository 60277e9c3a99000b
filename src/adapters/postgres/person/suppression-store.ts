import type { Suppression } from '../../../domain/person/suppression.ts'
import type {
  AddedSuppression,
  DigestedAddress,
  SuppressionStore,
} from '../../../ports/person/contact-rules.ts'
import { execute, type Statement } from '../database.ts'
import { entity, type OpenTransaction } from '../rows.ts'
import type { Selected } from '../schema/columns.ts'
import { addSuppression, storedSuppressions } from './add-suppression.ts'

const remove: Statement = {
  name: 'remove_suppression',
  text: `
    with gone as (
      delete from suppressions where organization_id = $1 and id = $2 returning *
    ), noted as (
      insert into suppression_events (organization_id, email, at, kind)
      select organization_id, email, $3, 'lifted' from gone
      on conflict do nothing
    )
    select ${storedSuppressions.selected()} from gone`,
}

// Replaces a suppressed address by its digest in one statement. A message that is about to be sent therefore
// always finds either the address or the digest, and is not sent.
const digest: Statement = {
  name: 'digest_suppression',
  text: `
    with known as (
      delete from suppressions where organization_id = $1 and email = $2 returning reason, created_at
    ), kept as (
      insert into digested_suppressions (organization_id, digest, reason, created_at)
      select $1, $3, reason, created_at from known
      on conflict do nothing
    ), forgotten as (
      delete from suppression_events where organization_id = $1 and email = $2
    )
    select 1 from known`,
}

export const digestedSuppressions = entity('digested_suppressions', 'reason', 'createdAt')

type SuppressionRow = Selected<typeof storedSuppressions>

export class PostgresSuppressionStore implements SuppressionStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  add(suppression: Suppression): Promise<AddedSuppression> {
    return addSuppression(this.#tx.connection, suppression)
  }

  async remove(organizationId: string, id: string, at: Date): Promise<Suppression | null> {
    const [entry] = await execute<SuppressionRow>(this.#tx.connection, remove, [organizationId, id, at])
    return entry ?? null
  }

  async digest({ organizationId, email, digest: text }: DigestedAddress): Promise<boolean> {
    return (await execute(this.#tx.connection, digest, [organizationId, email, text])).length > 0
  }

  digested(organizationId: string, text: string): Promise<Pick<Suppression, 'reason' | 'createdAt'> | null> {
    return digestedSuppressions.within(this.#tx).find({ organizationId, digest: text })
  }

  async removeDigest(organizationId: string, text: string): Promise<void> {
    await digestedSuppressions.within(this.#tx).remove({ organizationId, digest: text })
  }
}
