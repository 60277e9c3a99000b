import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Clock } from '../../../ports/clock.ts'
import { WebhookSecrets } from '../../../ports/sender/webhook-secrets.ts'
import type { Database, Statement } from '../database.ts'

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

const replace: Statement = {
  name: 'replace_webhook_secret',
  text: `
    update webhook_secrets set ciphertext = $3, previous_ciphertext = null
     where organization_id = $1 and ciphertext = $2`,
}

/** A rotation is heard of by every runtime within this; until then the old secret signs, alone. */
const keptMs = 10_000

interface Kept {
  readonly secrets: Promise<readonly string[]>
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
    // The promise is kept, so that a chunk of recipients looks once.
    const secrets = this.#find(organizationId)
    if (this.#kept.size > 1_000) this.#kept.clear()
    this.#kept.set(organizationId, { secrets, until: Date.now() + keptMs })
    try {
      return await secrets
    } catch (error) {
      this.#kept.delete(organizationId)
      throw error
    }
  }

  override async rotate(organizationId: string): Promise<string> {
    const { secret, ciphertext } = this.#secrets.webhookSecret()
    await this.#database.write(rotate, [organizationId, ciphertext, this.#clock.now()])
    this.#kept.delete(organizationId)
    return secret
  }

  async #find(organizationId: string): Promise<readonly string[]> {
    for (;;) {
      const [row] = await this.#database.read<SecretRow>(find, [organizationId, this.#clock.now()])
      const present = row === undefined ? null : this.#secrets.reveal(row.ciphertext)
      if (row !== undefined && present !== null) {
        const previous = row.previous === null ? null : this.#secrets.reveal(row.previous)
        return previous === null ? [present] : [present, previous]
      }
      // There is none yet, or one under another SESSION_SECRET; another process may be first to see to it.
      const { ciphertext } = this.#secrets.webhookSecret()
      if (row === undefined) await this.#database.write(make, [organizationId, ciphertext])
      else await this.#database.write(replace, [organizationId, row.ciphertext, ciphertext])
    }
  }
}

interface SecretRow {
  readonly ciphertext: string
  readonly previous: string | null
}
