import type { Model } from '../../model/model.ts'
import type { Sent } from '../../model/sent.ts'
import { each, type Promised } from '../promise.ts'

/** The seconds for which a sender cools down at least if its server names no time. */
const cooldownSeconds = 60

/** The tolerance in seconds between a mark and its message. */
const slackSeconds = 1

/** A cooldown of a sender, with the number of the event since which the service knows of it. */
interface Cooldown {
  readonly refused: Sent
  readonly seconds: number
  readonly stored: number
}

/** The cooldowns that have not ended, by the senders, and the number of messages that were compared before. */
interface Seen {
  readonly cooldowns: Map<string, Cooldown>
  /** The refusals whose outcomes were not stored at the last check. */
  open: readonly Sent[]
  count: number
  restoredAt: Date | null
}

const seenBy = new WeakMap<Model, Seen>()

/**
 * Compares each e-mail with the latest temporary refusal of its sender. A sender may send again after a change of its
 * limits or its pool or a resumption, which end its cooldown, and after the restore of a backup, which may not have
 * the cooldown.
 */
export const senderCooldowns: Promised = {
  promise:
    'A sender whose server or provider has refused a message temporarily sends nothing while it cools down',
  when: 'quiet',
  holds: ({ model }) => {
    const seen = seenBy.get(model) ?? { cooldowns: new Map(), open: [], count: 0, restoredAt: null }
    seenBy.set(model, seen)
    if (seen.restoredAt !== model.restoredAt) {
      seen.restoredAt = model.restoredAt
      seen.cooldowns.clear()
      seen.open = []
    }
    const added = model.sent.all.slice(seen.count).filter(({ sender }) => sender !== null)
    seen.count = model.sent.all.length
    const refusals = [...seen.open, ...added].filter(
      (one) => (one.temporaryRefusal?.scope ?? 'recipient') !== 'recipient' && !isLost(model, one),
    )
    seen.open = refusals.filter((refusal) => cooldownAfter(model, refusal) === null)
    const cooldowns = [
      ...seen.cooldowns.values(),
      ...refusals.flatMap((refusal) => cooldownAfter(model, refusal) ?? []),
    ]
    for (const cooldown of cooldowns) seen.cooldowns.set(cooldown.refused.sender ?? '', cooldown)
    return each(added, (message) => {
      const cooldown = cooldowns.find((one) => forbids(model, one, message))
      return cooldown === undefined
        ? null
        : `${message.step} of ${message.spinner} was sent to ${message.address} at ${message.at.toISOString()}, although the sender cooled down since ${cooldown.refused.at.toISOString()}`
    })
  },
}

/**
 * Returns the cooldown of a sender after a refusal; null if the service has not stored the refusal yet. Another process
 * stores the message as unconfirmed if the process of the message has ended before it could store the refusal.
 */
function cooldownAfter(model: Model, refused: Sent): Cooldown | null {
  const outcome = outcomeAfter(model, refused)
  if (outcome === undefined) return null
  return {
    refused,
    seconds: refused.temporaryRefusal?.seconds ?? cooldownSeconds,
    stored: outcome.stored.moment,
  }
}

/** Whether the service can never store a refusal, because the process of the message has ended before. */
function isLost(model: Model, refused: Sent): boolean {
  return outcomeAfter(model, refused)?.delivery === 'unconfirmed'
}

function outcomeAfter({ steps }: Model, { jobId, recordId, moment }: Sent) {
  return steps.of(jobId ?? '', recordId ?? '').find(({ stored }) => stored.moment > moment)
}

function forbids({ senders, pools }: Model, { refused, seconds, stored }: Cooldown, message: Sent): boolean {
  if (message.sender !== refused.sender || message.marked < stored) return false
  const passed = Math.max(message.at.getTime() - refused.at.getTime(), message.elapsedMs - refused.elapsedMs)
  if (passed / 1000 >= seconds - slackSeconds) return false
  const sender = senders.find(({ id }) => id === message.sender)
  if (sender === undefined) return false
  const changes = [sender.limits, sender.resumptions, pools.ofSender(sender.id)]
  return changes.every((change) => !change.mayHaveChanged(refused.marked, message.moment))
}
