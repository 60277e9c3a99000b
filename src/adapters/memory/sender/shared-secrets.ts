import type { EventProvider } from '../../../domain/sender/inbound/event-provider.ts'
import { previousSecretUntil, type SigningSecrets, secretsThatSign } from '../../../domain/signing-secrets.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Clock } from '../../../ports/clock.ts'
import { type EventToken, SharedSecrets, type WebhookSecret } from '../../../ports/sender/shared-secrets.ts'
import type { MemoryStore } from '../store.ts'

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
    return this.#revealed(await this.#find(organizationId), organizationId)
  }

  override async webhookSecret(organizationId: string): Promise<WebhookSecret> {
    const secrets = await this.#find(organizationId)
    const [secret = ''] = this.#revealed(secrets, organizationId)
    return { secret, previousSecretUntil: previousSecretUntil(secrets) }
  }

  override refreshWebhookSecrets(): void {}

  #revealed(secrets: SigningSecrets, organizationId: string): readonly string[] {
    return secretsThatSign(secrets, this.#clock.now())
      .map((ciphertext) => this.#secrets.revealWebhookSecret(ciphertext, organizationId))
      .filter((secret) => secret !== null)
  }

  async #find(organizationId: string): Promise<SigningSecrets> {
    const kept = this.#store.webhookSecrets.get(organizationId)
    if (kept !== undefined) return kept
    const { ciphertext } = this.#secrets.webhookSecret(organizationId)
    const made = { ciphertext, previousCiphertext: null, rotatedAt: null }
    this.#store.webhookSecrets.set(organizationId, made)
    return made
  }
}
