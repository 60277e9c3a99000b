import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Clock } from '../../../ports/clock.ts'
import { WebhookSecrets } from '../../../ports/sender/webhook-secrets.ts'

const dayMs = 24 * 60 * 60 * 1000

export class MemoryWebhookSecrets extends WebhookSecrets {
  readonly #secrets: Secrets
  readonly #clock: Clock
  readonly #byOrganization = new Map<string, { present: string; previous: string | null; rotatedAt: Date }>()

  constructor(secrets: Secrets, clock: Clock) {
    super()
    this.#secrets = secrets
    this.#clock = clock
  }

  override async of(organizationId: string): Promise<readonly string[]> {
    const kept = this.#byOrganization.get(organizationId)
    if (kept === undefined) return [await this.rotate(organizationId)]
    const { present, previous, rotatedAt } = kept
    const isRecent = this.#clock.now().getTime() - rotatedAt.getTime() < dayMs
    return previous !== null && isRecent ? [present, previous] : [present]
  }

  override async rotate(organizationId: string): Promise<string> {
    const { secret } = this.#secrets.webhookSecret()
    const previous = this.#byOrganization.get(organizationId)?.present ?? null
    this.#byOrganization.set(organizationId, { present: secret, previous, rotatedAt: this.#clock.now() })
    return secret
  }
}
