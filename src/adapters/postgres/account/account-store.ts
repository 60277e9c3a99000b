import type { Account } from '../../../domain/account/account.ts'
import type { OpenIdState } from '../../../domain/account/open-id/open-id-state.ts'
import type { Passkey } from '../../../domain/account/second-factor/passkey.ts'
import type { SecondFactor } from '../../../domain/account/second-factor/second-factor.ts'
import type { KnownAccount, Membership, User } from '../../../domain/account/user.ts'
import { DomainError } from '../../../domain/errors.ts'
import { AccountStore, type Member } from '../../../ports/account/accounts.ts'
import type { IdentityKey } from '../../../ports/account/open-id.ts'
import { isHere } from '../cell/is-here.ts'
import { isReserved } from '../cell/moved-accounts.ts'
import type { Statement } from '../database.ts'
import { sqlState, uniqueViolation } from '../faults.ts'
import { type Executor, entity } from '../rows.ts'
import { fieldsOf, type Selected, type TableFields } from '../schema/columns.ts'
import {
  addUser,
  latestFirst,
  lockUser,
  membershipsOf,
  membersOf,
  ownersOf,
  removeUser,
  saveUser,
  type UserRow,
  userColumns,
  userFrom,
  usersOf,
} from './users.ts'

const accounts = entity('accounts', 'id', 'email', 'passwordHash', 'addressConfirmedAt', 'createdAt')

const secondFactors = entity(
  'second_factors',
  'accountId',
  'encryptedSecret',
  'appConfirmedAt',
  'confirmedAt',
  'lastStep',
  'recoveryDigests',
  'createdAt',
)

const passkeys = entity(
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
  'lastUsedAt',
)

const signInFields = fieldsOf('accounts', 'passwordHash', 'addressConfirmedAt')

// Finds an account and its users in one statement, so that the time of a refused sign-in does not reveal whether the
// account exists.
const findAccount: Statement = {
  name: 'find_account_by_email',
  text: `
    select ${userColumns}, ${signInFields.selected('a')}, a.created_at as "openedAt"
      from accounts a join users u on u.account_id = a.id
      ${latestFirst.join}
     where a.email = $1 and ${isHere('u.organization_id')} order by ${latestFirst.order}`,
}

interface KnownRow extends UserRow, Selected<typeof signInFields> {
  readonly openedAt: TableFields<'accounts'>['createdAt']
}

const addState: Statement = {
  name: 'add_open_id_state',
  text: `
    with outdated as (
      delete from open_id_states where expires_at < $4::timestamptz - interval '1 day'
    )
    insert into open_id_states (digest, encrypted_verifier, invitation, created_at, expires_at, create_organization, provider_id,
      time_zone, language)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
}

const state = fieldsOf(
  'open_id_states',
  'digest',
  'encryptedVerifier',
  'invitation',
  'createOrganization',
  'timeZone',
  'language',
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

export class PostgresAccountStore extends AccountStore {
  readonly #executor: Executor

  constructor(executor: Executor) {
    super()
    this.#executor = executor
  }

  override async findByEmail(email: string): Promise<KnownAccount | null> {
    const rows = await this.#executor.read<KnownRow>(findAccount, [email])
    const [user, ...others] = rows.map(userFrom)
    const [row] = rows
    if (user === undefined || row === undefined) return null
    const { passwordHash, addressConfirmedAt, openedAt: createdAt } = row
    const account = { id: user.accountId, email, passwordHash, addressConfirmedAt, createdAt }
    return { account, users: [user, ...others] }
  }

  override async add(account: Account): Promise<void> {
    try {
      await accounts.within(this.#executor).add(account)
    } catch (error) {
      throw sqlState(error) === uniqueViolation ? addressTaken() : error
    }
    await this.#assertNotReserved(account.email)
  }

  override lock(id: string): Promise<Account | null> {
    return accounts.within(this.#executor).lock({ id })
  }

  override async save({ id, ...account }: Account): Promise<void> {
    const before = await accounts.within(this.#executor).find({ id })
    try {
      await accounts.within(this.#executor).patch({ id }, account)
    } catch (error) {
      throw sqlState(error) === uniqueViolation ? addressTaken() : error
    }
    if (before?.email !== account.email) await this.#assertNotReserved(account.email)
  }

  /** Called after the address was written, because this write waits for a transaction that reserves the address. */
  async #assertNotReserved(email: string): Promise<void> {
    if (await isReserved(this.#executor, email)) throw addressTaken()
  }

  override secondFactorOf(accountId: string): Promise<SecondFactor | null> {
    return secondFactors.within(this.#executor).find({ accountId })
  }

  override saveSecondFactor(factor: SecondFactor): Promise<void> {
    return secondFactors.within(this.#executor).put(factor)
  }

  override async removeSecondFactor(accountId: string): Promise<void> {
    await secondFactors.within(this.#executor).remove({ accountId })
  }

  override passkeysOf(accountId: string): Promise<readonly Passkey[]> {
    return passkeys.within(this.#executor).list({ accountId }, 'createdAt', 'id')
  }

  override findPasskey(credentialId: string): Promise<Passkey | null> {
    return passkeys.within(this.#executor).find({ credentialId })
  }

  override async addPasskey(passkey: Passkey): Promise<void> {
    try {
      await passkeys.within(this.#executor).add(passkey)
    } catch (error) {
      if (sqlState(error) !== uniqueViolation) throw error
      throw new DomainError('CONFLICT', { message: 'This passkey is already in use' })
    }
  }

  override savePasskey(passkey: Passkey): Promise<void> {
    return passkeys.within(this.#executor).put(passkey)
  }

  override async removePasskey(id: string): Promise<void> {
    await passkeys.within(this.#executor).remove({ id })
  }

  override async removePasskeys(accountId: string): Promise<void> {
    await passkeys.within(this.#executor).remove({ accountId })
  }

  override async addSignInState(added: OpenIdState): Promise<void> {
    const { digest, encryptedVerifier, invitation, createdAt, expiresAt } = added
    const { createOrganization, providerId, timeZone, language } = added
    const moments = [createdAt, expiresAt]
    const values = [
      digest,
      encryptedVerifier,
      invitation,
      ...moments,
      createOrganization,
      providerId,
      timeZone,
      language,
    ]
    await this.#executor.write(addState, values)
  }

  override async takeSignInState(digest: string, at: Date): Promise<OpenIdState | null> {
    type Row = Selected<typeof state>
    const [answer] = await this.#executor.write<Row>(takeState, [digest, at])
    return answer ?? null
  }

  override async linkedTo({ issuer, subject }: IdentityKey): Promise<string | null> {
    const identity = await identities.within(this.#executor).find({ issuer, subject })
    return identity?.accountId ?? null
  }

  override async linkIdentity({ issuer, subject }: IdentityKey, accountId: string, at: Date): Promise<void> {
    const linked = await this.#executor.write(link, [issuer, subject, accountId, at])
    if (linked.length === 0) throw identityTaken()
  }

  override membersOf(organizationId: string): Promise<readonly Member[]> {
    return membersOf(this.#executor, organizationId)
  }

  override membershipsOf(accountId: string): Promise<readonly Membership[]> {
    return membershipsOf(this.#executor, accountId)
  }

  override addUser(user: User): Promise<void> {
    return addUser(this.#executor, user)
  }

  override lockUser(id: string): Promise<User | null> {
    return lockUser(this.#executor, id)
  }

  override usersOf(accountId: string): Promise<readonly User[]> {
    return usersOf(this.#executor, accountId)
  }

  override saveUser(user: User): Promise<void> {
    return saveUser(this.#executor, user)
  }

  override ownersOf(organizationId: string): Promise<readonly User[]> {
    return ownersOf(this.#executor, organizationId)
  }

  override removeUser(user: Pick<User, 'id' | 'accountId'>): Promise<void> {
    return removeUser(this.#executor, user)
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
