import type { OpenIdState } from '../../../domain/account/open-id/open-id-state.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { IdentityKey, OpenIdStore } from '../../../ports/account/open-id.ts'
import { execute, type Statement } from '../database.ts'
import { entity, type OpenTransaction } from '../rows.ts'
import { fieldsOf, type Selected } from '../schema/columns.ts'

const addState: Statement = {
  name: 'add_open_id_state',
  text: `
    with outdated as (
      delete from open_id_states where expires_at < $4::timestamptz - interval '1 day'
    )
    insert into open_id_states (digest, encrypted_verifier, invitation, created_at, expires_at, own_organization, provider_id)
    values ($1, $2, $3, $4, $5, $6, $7)`,
}

const state = fieldsOf(
  'open_id_states',
  'digest',
  'encryptedVerifier',
  'invitation',
  'ownOrganization',
  'providerId',
  'createdAt',
  'expiresAt',
)

const takeState: Statement = {
  name: 'take_open_id_state',
  text: `
    update open_id_states set used_at = $2 where digest = $1 and used_at is null and expires_at > $2
    returning ${state.selected()}`,
}

const link: Statement = {
  name: 'link_identity',
  text: `
    insert into open_id_identities (issuer, subject, account_id, created_at) values ($1, $2, $3, $4)
    on conflict do nothing returning account_id`,
}

const identities = entity('open_id_identities', 'accountId')

export class PostgresOpenIdStore implements OpenIdStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async addState(added: OpenIdState): Promise<void> {
    const { digest, encryptedVerifier, invitation, ownOrganization, providerId, createdAt, expiresAt } = added
    const values = [digest, encryptedVerifier, invitation, createdAt, expiresAt, ownOrganization, providerId]
    await execute(this.#tx.connection, addState, values)
  }

  async takeState(digest: string, at: Date): Promise<OpenIdState | null> {
    type Row = Selected<typeof state>
    const [taken] = await execute<Row>(this.#tx.connection, takeState, [digest, at])
    return taken ?? null
  }

  async accountOf({ issuer, subject }: IdentityKey): Promise<string | null> {
    const identity = await identities.within(this.#tx).find({ issuer, subject })
    return identity?.accountId ?? null
  }

  async link({ issuer, subject }: IdentityKey, accountId: string, at: Date): Promise<void> {
    const linked = await execute(this.#tx.connection, link, [issuer, subject, accountId, at])
    if (linked.length === 0) throw identityTaken()
  }
}

function identityTaken(): DomainError {
  return new DomainError('CONFLICT', {
    message: 'This identity is already linked to an account; sign in again',
  })
}
