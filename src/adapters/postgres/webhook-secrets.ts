import type { Clock } from '../../ports/clock.ts'
import type { Secrets } from '../../ports/secrets.ts'
import { WebhookSecrets } from '../../ports/webhook-secrets.ts'
import type { Database, Statement } from './database.ts'

const make: Statement = {
  name: 'make_webhook_secret',
  text: `
    insert into webhook_secrets (organization_id, ciphertext) values ($1, $2) on conflict do nothing`,
}

const find: Statement = {
  name: 'find_webhook_secrets',
  text: `
    select ciphertext, case when rotated_at > $2::timestamptz - interval '1 day' then previous_ciphertext end as previous
      from webhook_secrets where organization_id = $1`,
}

const rotate: Statement = {
  name: 'rotate_webhook_secret',
  text: `
    insert into webhook_secrets as s (organization_id, ciphertext, rotated_at) values ($1, $2, $3)
    on conflict (organization_id) do update
       set ciphertext = excluded.ciphertext, previous_ciphertext = s.ciphertext, rotated_at = excluded.rotated_at`,
}

/** A rotation is heard of by every runtime within this; until then the old secret is as good. */
const keptMs = 10_000

interface Kept {
  readonly secrets: readonly string[]
  readonly until: number
}

export class PostgresWebhookSecrets extends WebhookSecrets {
  readonly #database: Database
  readonly #secrets: Secrets
  readonly #clock: Clock
  readonly #kept = new Map<string, Kept>()

  constructor(database: Database, secrets: Secrets, clock: Clock) {
    super()
    this.#database = database
    this.#secrets = secrets
    this.#clock = clock
  }

  override async of(organizationId: string): Promise<readonly string[]> {
    const kept = this.#kept.get(organizationId)
    if (kept !== undefined && kept.until > Date.now()) return kept.secrets
    const secrets = (await this.#read(organizationId)) ?? (await this.#make(organizationId))
    if (this.#kept.size > 1_000) this.#kept.clear()
    this.#kept.set(organizationId, { secrets, until: Date.now() + keptMs })
    return secrets
  }

  override async rotate(organizationId: string): Promise<string> {
    const { secret, ciphertext } = this.#secrets.webhookSecret()
    await this.#database.write(rotate, [organizationId, ciphertext, this.#clock.now()])
    this.#kept.delete(organizationId)
    return secret
  }

  async #make(organizationId: string): Promise<readonly string[]> {
    await this.#database.write(make, [organizationId, this.#secrets.webhookSecret().ciphertext])
    // Another process may have been first.
    return (await this.#read(organizationId)) ?? []
  }

  async #read(organizationId: string): Promise<readonly string[] | null> {
    const [row] = await this.#database.read<{ ciphertext: string; previous: string | null }>(find, [
      organizationId,
      this.#clock.now(),
    ])
    if (row === undefined) return null
    const present = this.#secrets.reveal(row.ciphertext)
    // Encrypted under another SESSION_SECRET: nobody can sign with it any more.
    if (present === null) return [await this.rotate(organizationId)]
    const previous = row.previous === null ? null : this.#secrets.reveal(row.previous)
    return previous === null ? [present] : [present, previous]
  }
}
