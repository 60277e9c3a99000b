import { DomainError } from '../../../domain/errors.ts'
import type { EventProvider } from '../../../domain/sender/inbound/event-provider.ts'
import type { InboundFact } from '../../../domain/sender/inbound/inbound-fact.ts'
import { factsOfPostmark } from '../../../domain/sender/inbound/postmark-event.ts'
import { factsOfSes } from '../../../domain/sender/inbound/ses-event.ts'
import { isOfSns, type SnsMessage } from '../../../domain/sender/inbound/sns-message.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Sns } from '../../../ports/sender/inbound/sns.ts'
import type { SharedSecretStore } from '../../../ports/sender/shared-secrets.ts'
import type { InboundFactProcessor } from './inbound-fact-processor.ts'

/**
 * An event that a mail provider posts. `digest` is the digest of the secret in the URL; null if the URL has
 * no valid secret.
 */
export type ReceiveProviderEventCommand = { readonly digest: string | null } & (
  | { readonly provider: 'ses'; readonly event: SnsMessage }
  | { readonly provider: 'postmark'; readonly event: Readonly<Record<string, unknown>> }
)

/** Processes the bounces and complaints that a mail provider posts. */
export class ReceiveProviderEvent {
  readonly #secrets: SharedSecretStore
  readonly #sns: Sns
  readonly #factProcessor: InboundFactProcessor
  readonly #clock: Clock

  constructor(secrets: SharedSecretStore, sns: Sns, factProcessor: InboundFactProcessor, clock: Clock) {
    this.#secrets = secrets
    this.#sns = sns
    this.#factProcessor = factProcessor
    this.#clock = clock
  }

  async execute(
    command: ReceiveProviderEventCommand,
  ): Promise<{ readonly organizationId: string; readonly processed: number }> {
    const { provider, digest } = command
    const owner = await this.#organizationOf(provider, digest)
    const facts = await this.#factsOf(command)
    // Reads the token again, because the organization may have moved to another cell while Amazon's certificate was
    // fetched. This cell would then find no message of the event, and the event would be lost.
    const organizationId = provider === 'ses' ? await this.#organizationOf(provider, digest) : owner
    let processed = 0
    const errors: unknown[] = []
    for (const fact of facts) {
      try {
        if ((await this.#factProcessor.process({ organizationId, senderId: null, fact })) !== null)
          processed++
      } catch (error) {
        errors.push(error)
      }
    }
    // Throws the first error after all recipients were processed, so that the provider repeats the event. The
    // repeat skips recipients that were processed.
    if (errors.length > 0) throw errors[0]
    return { organizationId, processed }
  }

  async #organizationOf(provider: EventProvider, digest: string | null): Promise<string> {
    const organizationId = digest && (await this.#secrets.organizationOfEventToken(provider, digest))
    if (!organizationId)
      throw new DomainError('NOT_FOUND', { message: 'The token of this events URL does not exist' })
    return organizationId
  }

  async #factsOf(command: ReceiveProviderEventCommand): Promise<readonly InboundFact[]> {
    const now = this.#clock.now()
    switch (command.provider) {
      case 'postmark':
        return factsOfPostmark(command.event, now)
      case 'ses':
        return this.#factsOfSns(command.event, now)
    }
  }

  async #factsOfSns(event: SnsMessage, now: Date): Promise<readonly InboundFact[]> {
    if (!(await this.#sns.isSigned(event)))
      throw new DomainError('FORBIDDEN', { message: 'The message is not signed by Amazon SNS' })
    if (event.Type === 'Notification') return factsOfSes(parsed(event.Message), now)
    if (event.Type === 'SubscriptionConfirmation' && isOfSns(event.SubscribeURL ?? ''))
      await this.#sns.confirm(event.SubscribeURL ?? '')
    return []
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
