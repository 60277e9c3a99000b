import type { ReceiverAnswer } from '../../../domain/event/destination/attempt.ts'
import type { Destination } from '../../../domain/event/destination/destination.ts'
import { type SigningSecrets, secretsThatSign } from '../../../domain/signing-secrets.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { EventChannel } from '../../../ports/event/event-channel.ts'

/** A request to a destination before it is signed. */
interface UnsignedRequest {
  readonly webhookId: string
  readonly body: string
}

/** Signs requests with the secrets of their destination and sends them. */
export class EventRequests {
  readonly #channel: EventChannel
  readonly #secrets: Secrets

  constructor(channel: EventChannel, secrets: Secrets) {
    this.#channel = channel
    this.#secrets = secrets
  }

  /** Sends a request. Throws if the secret of the destination cannot be decrypted, or if the signal is aborted. */
  async send(
    destination: Destination & SigningSecrets,
    { webhookId, body }: UnsignedRequest,
    now: Date,
    signal: AbortSignal,
  ): Promise<ReceiverAnswer> {
    const { id, url } = destination
    const [present, previous] = secretsThatSign(destination, now).map((ciphertext) =>
      this.#secrets.revealWebhookSecret(ciphertext, id),
    )
    if (!present) throw new Error(`The secret of the destination ${id} is encrypted with an unknown key`)
    const secrets = previous ? [present, previous] : [present]
    return this.#channel.send({ url, webhookId, body, secrets }, signal)
  }
}
