import type { OpenIdState } from '../../../domain/account/open-id/open-id-state.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { IdentityKey, OpenIdStore } from '../../../ports/account/open-id.ts'
import { execute, type Statement } from '../database.ts'
import type { OpenTransaction } from '../rows.ts'

const addState: Statement = {
  name: 'add_open_id_state',
  text: `
    with outdated as (
      delete from open_id_states where expires_at < $4::timestamptz - interval '1 day'
    )
    insert into open_id_states (digest, checks, invitation, created_at, expires_at, own_organization)
    values ($1, $2, $3, $4, $5, $6)`,
}

const takeState: Statement = {
  name: 'take_open_id_state',
  text: `
    update open_id_states set used_at = $2 where digest = $1 and used_at is null and expires_at > $2
    returning digest, checks, invitation, own_organization as "ownOrganization", created_at as "createdAt", expires_at as "expiresAt"`,
}

const userOf: Statement = {
  name: 'user_of_identity',
  text: 'select user_id as "userId" from open_id_identities where issuer = $1 and subject = $2',
}

const link: Statement = {
  name: 'link_identity',
  text: `
    insert into open_id_identities (issuer, subject, user_id, created_at) values ($1, $2, $3, $4)
    on conflict do nothing returning user_id`,
}

export class PostgresOpenIdStore implements OpenIdStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async addState(state: OpenIdState): Promise<void> {
    const { digest, checks, invitation, ownOrganization, createdAt, expiresAt } = state
    const values = [digest, checks, invitation, createdAt, expiresAt, ownOrganization]
    await execute(this.#tx.connection, addState, values)
  }

  async takeState(digest: string, at: Date): Promise<OpenIdState | null> {
    const [state] = await execute<OpenIdState>(this.#tx.connection, takeState, [digest, at])
    return state ?? null
  }

  async userOf({ issuer, subject }: IdentityKey): Promise<string | null> {
    const [row] = await execute<{ userId: string }>(this.#tx.connection, userOf, [issuer, subject])
    return row?.userId ?? null
  }

  async link({ issuer, subject }: IdentityKey, userId: string, at: Date): Promise<void> {
    const linked = await execute(this.#tx.connection, link, [issuer, subject, userId, at])
    if (linked.length === 0) throw identityTaken()
  }
}

function identityTaken(): DomainError {
  return new DomainError('CONFLICT', {
    message: 'This identity is already linked to an account; sign in again',
  })
}
