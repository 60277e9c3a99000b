import type { AccountLink, LinkPurpose } from '../../../domain/account/account-link.ts'
import type { AccountLinkStore } from '../../../ports/account/stores/account-link-store.ts'
import { execute, type Statement } from '../database.ts'
import type { OpenTransaction } from '../rows.ts'

const add: Statement = {
  name: 'add_account_link',
  text: `
    with outdated as (
      delete from account_links where expires_at < $4::timestamptz - interval '1 day'
    )
    insert into account_links (digest, purpose, user_id, created_at, expires_at, email, organization_id)
    values ($1, $2, $3, $4, $5, $6, $7)`,
}

const take: Statement = {
  name: 'take_account_link',
  text: `
    update account_links set used_at = $3
     where digest = $1 and purpose = $2 and used_at is null and expires_at > $3
    returning digest, purpose, user_id as "userId", email, organization_id as "organizationId",
              created_at as "createdAt", expires_at as "expiresAt"`,
}

export class PostgresAccountLinkStore implements AccountLinkStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async add(link: AccountLink): Promise<void> {
    const { digest, purpose, userId, createdAt, expiresAt, email, organizationId } = link
    const values = [digest, purpose, userId, createdAt, expiresAt, email, organizationId]
    await execute(this.#tx.connection, add, values)
  }

  async take(digest: string, purpose: LinkPurpose, at: Date): Promise<AccountLink | null> {
    const [link] = await execute<AccountLink>(this.#tx.connection, take, [digest, purpose, at])
    return link ?? null
  }
}
