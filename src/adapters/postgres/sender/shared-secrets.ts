import type { EventProvider } from '../../../domain/sender/inbound/event-provider.ts'
import { type SigningSecret, type SigningSecrets, secretsThatSign } from '../../../domain/signing-secrets.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import { type EventToken, SharedSecretStore } from '../../../ports/sender/shared-secrets.ts'
import type { Statement } from '../database.ts'
import { type Executor, entity } from '../rows.ts'
import { fieldsOf, type Selected } from '../schema/columns.ts'

const eventTokens = entity('event_tokens', 'organizationId', 'provider', 'digest', 'createdAt')

const signing = entity(
  'webhook_secrets',
  'organizationId',
  'ciphertext',
  'previousCiphertext',
  'previousUntil',
)

const organization = fieldsOf('event_tokens', 'organizationId')

// Finds the organization of the token in the URL to which a provider posts events about messages. The
// statement is prepared, because every event needs it.
const findOrganization: Statement = {
  name: 'find_event_token',
  text: `select ${organization.selected()} from event_tokens where digest = $1 and provider = $2`,
}

const make: Statement = {
  name: 'make_webhook_secret',
  text: `
    insert into webhook_secrets (organization_id, ciphertext) values ($1, $2) on conflict do nothing`,
}

const replace: Statement = {
  name: 'replace_webhook_secret',
  text: `
    update webhook_secrets set ciphertext = $3, previous_ciphertext = null
     where organization_id = $1 and ciphertext = $2`,
}

/**
 * Time in milliseconds for which a runtime caches webhook secrets. It notices a rotation within this time;
 * until then it signs with the old secret alone.
 */
const storedMs = 10_000

interface Revealed {
  /** The secrets that sign, the present one first. */
  readonly secrets: readonly [string, ...string[]]
  readonly previousUntil: Date | null
}

interface Stored {
  readonly revealed: Promise<Revealed>
  readonly until: number
}

export class PostgresSharedSecretStore extends SharedSecretStore {
  readonly #executor: Executor
  readonly #secrets: Secrets
  readonly #sealing: Sealing
  readonly #clock: Clock
  readonly #sealedSecrets = new Map<string, Stored>()

  constructor(executor: Executor, secrets: Secrets, sealing: Sealing, clock: Clock) {
    super()
    this.#executor = executor
    this.#secrets = secrets
    this.#sealing = sealing
    this.#clock = clock
  }

  override async organizationOfEventToken(provider: EventProvider, digest: string): Promise<string | null> {
    type Row = Selected<typeof organization>
    const [row] = await this.#executor.read<Row>(findOrganization, [digest, provider])
    return row?.organizationId ?? null
  }

  override eventTokens(organizationId: string): Promise<readonly EventToken[]> {
    return eventTokens.within(this.#executor).list({ organizationId }, 'provider')
  }

  override async webhookSecrets(organizationId: string): Promise<readonly string[]> {
    return (await this.#revealed(organizationId)).secrets
  }

  override async webhookSecret(organizationId: string): Promise<SigningSecret> {
    // Reads the row instead of the cached secrets, because a caller without the answer to a rotation looks here.
    const revealed = await this.#find(organizationId)
    return { secret: revealed.secrets[0], previousUntil: revealed.previousUntil }
  }

  override refreshWebhookSecrets(organizationId: string): void {
    this.#sealedSecrets.delete(organizationId)
  }

  async #revealed(organizationId: string): Promise<Revealed> {
    const cachedSecret = this.#sealedSecrets.get(organizationId)
    if (cachedSecret !== undefined && cachedSecret.until > Date.now()) return cachedSecret.revealed
    // Caches the promise instead of its result, so that all recipients of a chunk share one read of the
    // secrets.
    const revealed = this.#find(organizationId)
    if (this.#sealedSecrets.size > 1_000) this.#sealedSecrets.clear()
    this.#sealedSecrets.set(organizationId, { revealed, until: Date.now() + storedMs })
    try {
      return await revealed
    } catch (error) {
      this.#sealedSecrets.delete(organizationId)
      throw error
    }
  }

  async #find(organizationId: string): Promise<Revealed> {
    for (;;) {
      const row = await signing.within(this.#executor).find({ organizationId })
      const reveal = (ciphertext: string) => this.#secrets.revealWebhookSecret(ciphertext, organizationId)
      const present = row === null ? null : reveal(row.ciphertext)
      if (row !== null && present !== null) {
        const [, former] = secretsThatSign(row, this.#clock.now())
        const previous = former === undefined ? null : reveal(former)
        const secrets = previous === null ? ([present] as const) : ([present, previous] as const)
        return { secrets, previousUntil: row.previousUntil }
      }
      // Refuses to replace a secret whose key this process lacks, because processes that have the key
      // continue to sign with it.
      const key = row === null ? null : this.#sealing.keyOf(row.ciphertext)
      if (key !== null)
        throw new Error(`A webhook secret is encrypted with the key "${key}", which cannot decrypt it`)
      // Creates a webhook secret if it is missing or encrypted under another SESSION_SECRET. Another process
      // may do so first, so the secret is read again.
      const { ciphertext } = this.#secrets.webhookSecret(organizationId)
      if (row === null) await this.#executor.write(make, [organizationId, ciphertext])
      else await this.#executor.write(replace, [organizationId, row.ciphertext, ciphertext])
    }
  }

  override putEventToken(token: EventToken): Promise<void> {
    return eventTokens.within(this.#executor).put(token)
  }

  override async removeEventToken(organizationId: string, provider: EventProvider): Promise<boolean> {
    return (await eventTokens.within(this.#executor).remove({ organizationId, provider })) > 0
  }

  override async lockWebhookSecrets(organizationId: string, first: string): Promise<SigningSecrets> {
    await this.#executor.write(make, [organizationId, first])
    const secrets = await signing.within(this.#executor).lock({ organizationId })
    if (secrets === null) throw new Error('The webhook secrets of the organization were deleted meanwhile')
    return secrets
  }

  override async saveWebhookSecrets(organizationId: string, secrets: SigningSecrets): Promise<void> {
    const { ciphertext, previousCiphertext, previousUntil } = secrets
    await signing
      .within(this.#executor)
      .patch({ organizationId }, { ciphertext, previousCiphertext, previousUntil })
  }
}
