import type { EventProvider } from '../../../domain/sender/inbound/event-provider.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Clock } from '../../../ports/clock.ts'
import { type EventToken, SharedSecrets } from '../../../ports/sender/shared-secrets.ts'
import type { MemoryStore, StoredWebhookSecret } from '../store.ts'

const dayMs = 24 * 60 * 60 * 1000

export class MemorySharedSecrets extends SharedSecrets {
  readonly #store: MemoryStore
  readonly #secrets: Secrets
  readonly #clock: Clock

  constructor(store: MemoryStore, secrets: Secrets, clock: Clock) {
    super()
    this.#store = store
    this.#secrets = secrets
    this.#clock = clock
  }

  override async organizationOfEventToken(provider: EventProvider, digest: string): Promise<string | null> {
    const all = [...this.#store.eventTokens.values()]
    return all.find((one) => one.provider === provider && one.digest === digest)?.organizationId ?? null
  }

  override async eventTokens(organizationId: string): Promise<readonly EventToken[]> {
    return [...this.#store.eventTokens.values()]
      .filter((one) => one.organizationId === organizationId)
      .toSorted((a, b) => (a.provider < b.provider ? -1 : 1))
  }

  override async webhookSecrets(organizationId: string): Promise<readonly string[]> {
    const { ciphertext, previous, rotatedAt } =
      this.#store.webhookSecrets.get(organizationId) ?? (await this.#made(organizationId))
    const isRecent = rotatedAt !== null && this.#clock.now().getTime() - rotatedAt.getTime() < dayMs
    return [ciphertext, isRecent ? previous : null]
      .map((kept) => (kept === null ? null : this.#secrets.revealWebhookSecret(kept, organizationId)))
      .filter((secret) => secret !== null)
  }

  override refreshWebhookSecrets(): void {}

  async #made(organizationId: string): Promise<StoredWebhookSecret> {
    const { ciphertext } = this.#secrets.webhookSecret(organizationId)
    // A concurrent request may have created the organization's webhook secret meanwhile; that secret is then
    // used.
    const made = this.#store.webhookSecrets.get(organizationId) ?? {
      ciphertext,
      previous: null,
      rotatedAt: null,
    }
    this.#store.webhookSecrets.set(organizationId, made)
    return made
  }
}
