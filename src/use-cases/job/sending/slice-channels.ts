import type { Capacity } from '../../../domain/job/sending/capacity.ts'
import type { ChosenSender } from '../../../domain/job/sending/sender-candidates.ts'
import type { OrganizationChannels } from '../../../ports/sender/message/channels.ts'

interface Known {
  readonly revision: number | undefined
  readonly channel: Promise<Capacity | null>
}

/**
 * Caches the channels of senders while one slice (a group of recipients) is processed. Each sender is read
 * once, and again if it was changed. Without this cache, each possible sender was read for every one or two
 * messages.
 */
export class SliceChannels {
  readonly #channels: OrganizationChannels
  readonly #known = new Map<string, Known>()
  /**
   * The revision of each sender when it was last chosen for a message of the slice (a group of recipients),
   * by sender id. A sender with another revision was edited and is read again.
   */
  readonly #revisions = new Map<string, number>()

  constructor(channels: OrganizationChannels) {
    this.#channels = channels
  }

  /**
   * Returns the channel of a sender; null if it is not available. The reason is then reported when a message
   * is sent.
   */
  of(senderId: string): Promise<Capacity | null> {
    const revision = this.#revisions.get(senderId)
    const known = this.#known.get(senderId)
    if (known !== undefined && known.revision === revision) return known.channel
    const channel = this.#channels.ofSender(senderId, revision).catch(() => {
      this.#known.delete(senderId)
      return null
    })
    this.#known.set(senderId, { revision, channel })
    return channel
  }

  /**
   * Stores the revisions of the senders that were just chosen, to detect senders that were changed since they
   * were read.
   */
  noteChosen(chosen: Iterable<ChosenSender>): void {
    for (const { id, revision } of chosen) this.#revisions.set(id, revision)
  }
}
