import type { Account } from '../../../domain/account/account.ts'
import type { OpenIdState } from '../../../domain/account/open-id/open-id-state.ts'
import type { Passkey } from '../../../domain/account/second-factor/passkey.ts'
import type { SecondFactor } from '../../../domain/account/second-factor/second-factor.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { AccountStore } from '../../../ports/account/accounts.ts'
import type { IdentityKey } from '../../../ports/account/open-id.ts'
import { execute, type Statement } from '../database.ts'
import { sqlState, uniqueViolation } from '../faults.ts'
import { entity, type OpenTransaction } from '../rows.ts'
import { fieldsOf, type Selected } from '../schema/columns.ts'

const accounts = entity('accounts', 'id', 'email', 'passwordHash', 'addressConfirmedAt', 'createdAt')

export const secondFactors = entity(
  'second_factors',
  'accountId',
  'encryptedSecret',
  'appConfirmedAt',
  'confirmedAt',
  'lastStep',
  'recoveryDigests',
  'createdAt',
)

export const passkeys = entity(
  'passkeys',
  'id',
  'accountId',
  'credentialId',
  'publicKey',
  'counter',
  'transports',
  'rpId',
  'name',
  'createdAt',
  'usedAt',
)

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

export class PostgresAccountStore implements AccountStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async add(account: Account): Promise<void> {
    try {
      await accounts.within(this.#tx).add(account)
    } catch (error) {
      throw sqlState(error) === uniqueViolation ? addressTaken() : error
    }
    await this.#assertNotMoving(account.email)
  }

  lock(id: string): Promise<Account | null> {
    return accounts.within(this.#tx).lock({ id })
  }

  async save({ id, ...account }: Account): Promise<void> {
    const before = await accounts.within(this.#tx).find({ id })
    try {
      await accounts.within(this.#tx).patch({ id }, account)
    } catch (error) {
      throw sqlState(error) === uniqueViolation ? addressTaken() : error
    }
    if (before?.email !== account.email) await this.#assertNotMoving(account.email)
  }

  /**
   * Refuses the address of a person whose organization is moving to another cell. `close_organization` has stored the
   * address with "moving:" before it, and an organization whose move is given up needs it again. Called after the
   * address was written, because this write waits for a transaction that is closing the organization.
   */
  async #assertNotMoving(email: string): Promise<void> {
    if ((await accounts.within(this.#tx).find({ email: `moving:${email}` })) !== null) throw addressTaken()
  }

  secondFactorOf(accountId: string): Promise<SecondFactor | null> {
    return secondFactors.within(this.#tx).find({ accountId })
  }

  saveSecondFactor(factor: SecondFactor): Promise<void> {
    return secondFactors.within(this.#tx).put(factor)
  }

  async removeSecondFactor(accountId: string): Promise<void> {
    await secondFactors.within(this.#tx).remove({ accountId })
  }

  passkeysOf(accountId: string): Promise<readonly Passkey[]> {
    return passkeys.within(this.#tx).list({ accountId }, 'createdAt', 'id')
  }

  findPasskey(credentialId: string): Promise<Passkey | null> {
    return passkeys.within(this.#tx).find({ credentialId })
  }

  async addPasskey(passkey: Passkey): Promise<void> {
    try {
      await passkeys.within(this.#tx).add(passkey)
    } catch (error) {
      if (sqlState(error) !== uniqueViolation) throw error
      throw new DomainError('CONFLICT', { message: 'This passkey is already in use' })
    }
  }

  savePasskey(passkey: Passkey): Promise<void> {
    return passkeys.within(this.#tx).put(passkey)
  }

  async removePasskey(id: string): Promise<void> {
    await passkeys.within(this.#tx).remove({ id })
  }

  async removePasskeys(accountId: string): Promise<void> {
    await passkeys.within(this.#tx).remove({ accountId })
  }

  async addSignInState(added: OpenIdState): Promise<void> {
    const { digest, encryptedVerifier, invitation, ownOrganization, providerId, createdAt, expiresAt } = added
    const values = [digest, encryptedVerifier, invitation, createdAt, expiresAt, ownOrganization, providerId]
    await execute(this.#tx.connection, addState, values)
  }

  async takeSignInState(digest: string, at: Date): Promise<OpenIdState | null> {
    type Row = Selected<typeof state>
    const [taken] = await execute<Row>(this.#tx.connection, takeState, [digest, at])
    return taken ?? null
  }

  async linkedTo({ issuer, subject }: IdentityKey): Promise<string | null> {
    const identity = await identities.within(this.#tx).find({ issuer, subject })
    return identity?.accountId ?? null
  }

  async linkIdentity({ issuer, subject }: IdentityKey, accountId: string, at: Date): Promise<void> {
    const linked = await execute(this.#tx.connection, link, [issuer, subject, accountId, at])
    if (linked.length === 0) throw identityTaken()
  }
}

function identityTaken(): DomainError {
  return new DomainError('CONFLICT', {
    message: 'This identity is already linked to an account; sign in again',
  })
}

function addressTaken(): DomainError {
  return new DomainError('CONFLICT', { message: 'This e-mail address already has an account' })
}
