import type { PasswordReset } from '../../../domain/account/password/password-reset.ts'
import type { PasswordResetStore, ResetOwner } from '../../../ports/account/stores/password-reset-store.ts'
import { execute, type Statement } from '../database.ts'
import type { OpenTransaction } from '../rows.ts'

const addFor: Statement = {
  name: 'add_password_reset',
  text: `
    with account as (
      select id, organization_id, email, name from users where email = $1
    ), outdated as (
      delete from password_resets where expires_at < $3::timestamptz - interval '1 day'
    ), added as (
      insert into password_resets (digest, user_id, created_at, expires_at)
      values ($2, (select id from account), $3, $4)
    )
    select id, organization_id as "organizationId", email, name from account`,
}

// Using a password-reset link ends the other links of the user, because they are as old as the lost password.
// Locks the user first; otherwise two links of one user could deadlock.
const take: Statement = {
  name: 'take_password_reset',
  text: `
    with owner as materialized (
      select u.id from users u join password_resets r on r.user_id = u.id
       where r.digest = $1 for no key update of u
    ), taken as (
      update password_resets r set used_at = $2 from owner
       where r.digest = $1 and r.user_id = owner.id and r.used_at is null and r.expires_at > $2
      returning r.user_id
    ), others as (
      update password_resets r set used_at = $2 from taken t
       where r.user_id = t.user_id and r.used_at is null and r.digest <> $1
    )
    select user_id from taken`,
}

const endAll: Statement = {
  name: 'end_password_resets',
  text: 'update password_resets set used_at = $2 where user_id = $1 and used_at is null',
}

export class PostgresPasswordResetStore implements PasswordResetStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async addFor(email: string, reset: PasswordReset): Promise<ResetOwner | null> {
    const { digest, createdAt, expiresAt } = reset
    const values = [email, digest, createdAt, expiresAt]
    const [user] = await execute<ResetOwner>(this.#tx.connection, addFor, values)
    return user ?? null
  }

  async take(digest: string, at: Date): Promise<string | null> {
    const [row] = await execute<{ user_id: string }>(this.#tx.connection, take, [digest, at])
    return row?.user_id ?? null
  }

  async endAll(userId: string, at: Date): Promise<void> {
    await execute(this.#tx.connection, endAll, [userId, at])
  }
}
