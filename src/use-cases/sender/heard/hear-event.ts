import { DomainError } from '../../../domain/errors.ts'
import type { EventProvider } from '../../../domain/sender/heard/event-provider.ts'
import type { Heard } from '../../../domain/sender/heard/heard.ts'
import { factsOfPostmark } from '../../../domain/sender/heard/postmark-event.ts'
import { factsOfSes } from '../../../domain/sender/heard/ses-event.ts'
import { isOfSns, type SnsMessage } from '../../../domain/sender/heard/sns-message.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { EventTokens } from '../../../ports/sender/heard/event-tokens.ts'
import type { Sns } from '../../../ports/sender/heard/sns.ts'
import type { FactHearing } from './fact-hearing.ts'

/**
 * An event that a provider posts. `digest` is of the secret in the URL; null if the URL has no valid secret.
 */
export type HearEventCommand = { readonly digest: string | null } & (
  | { readonly provider: 'ses'; readonly event: SnsMessage }
  | { readonly provider: 'postmark'; readonly event: Readonly<Record<string, unknown>> }
)

/** Processes the bounces and complaints that a provider reports. */
export class HearEvent {
  readonly #tokens: EventTokens
  readonly #sns: Sns
  readonly #hearing: FactHearing
  readonly #clock: Clock

  constructor(tokens: EventTokens, sns: Sns, hearing: FactHearing, clock: Clock) {
    this.#tokens = tokens
    this.#sns = sns
    this.#hearing = hearing
    this.#clock = clock
  }

  async execute(
    command: HearEventCommand,
  ): Promise<{ readonly organizationId: string; readonly heard: number }> {
    const organizationId = await this.#organizationOf(command.provider, command.digest)
    const facts = await this.#factsOf(command)
    let heard = 0
    const errors: unknown[] = []
    for (const fact of facts) {
      try {
        if ((await this.#hearing.hear({ organizationId, senderId: null, fact })) !== null) heard++
      } catch (error) {
        errors.push(error)
      }
    }
    // The error makes the provider repeat the event. Recipients that were processed are recognized then.
    if (errors.length > 0) throw errors[0]
    return { organizationId, heard }
  }

  async #organizationOf(provider: EventProvider, digest: string | null): Promise<string> {
    const organizationId = digest && (await this.#tokens.organizationOf(provider, digest))
    if (!organizationId) throw new DomainError('NOT_FOUND', { message: 'There is no such URL for events' })
    return organizationId
  }

  async #factsOf(command: HearEventCommand): Promise<readonly Heard[]> {
    const now = this.#clock.now()
    if (command.provider === 'postmark') return factsOfPostmark(command.event, now)
    const { event } = command
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
