import type { EarlyReaction } from '../../model/mail/early-reactions.ts'
import { each, type Promised } from '../promise.ts'

/** The age in days of reactions that are no longer compared, because the service deletes the log by age. */
const comparedDays = 20

const stateOf = { reply: 'replied', bounce: 'bounced', complaint: 'complained' } as const

interface Logged {
  readonly job: string
  readonly record: string
  readonly message: string | null
  readonly status: string
  readonly serverResponse: string | null
}

/**
 * Leaves out messages without an entry in the log. A later reaction to the same message changes its entry, so the check
 * accepts the states of all reactions.
 */
export const earlyReactionsLogged: Promised = {
  promise: 'The log of messages shows a reaction that was read before the outcome of its message was stored',
  when: 'quiet',
  holds: async ({ model, rows, clock }) => {
    const erased = new Set(model.erased)
    const since = clock.now().getTime() - comparedDays * 86_400_000
    const recent = model.earlyReactions.filter(
      ({ at, address }) => at.getTime() > since && !erased.has(address),
    )
    if (recent.length === 0) return { compared: 0, violations: [] }
    const all = await rows<Logged>(
      `select m.job_id as job, m.record_id::text as record, m.message_id as message, m.status, m.server_response as "serverResponse"
         from message_log m where m.job_id = any($1::uuid[])`,
      [recent.map(({ jobId }) => jobId)],
    )
    return each(recent, (reaction) => faultOf(reaction, entryOf(reaction, all)))
  },
}

/** Returns the entry of the message. The entry of a message whose runtime ended has no Message-ID. */
function entryOf({ jobId, recordId, messageId }: EarlyReaction, all: readonly Logged[]): Logged | null {
  const own = all.filter(({ job, record }) => job === jobId && record === recordId)
  const named = own.find(({ message }) => message === messageId)
  return named ?? (own.length === 1 && own[0]?.message === null ? own[0] : null)
}

function faultOf({ kind, address, serverResponse }: EarlyReaction, entry: Logged | null): string | null {
  if (entry === null) return null
  const { status } = entry
  if (!Object.values(stateOf).some((one) => one === status))
    return `the message to ${address} has a ${kind} and is "${status}"`
  // A later bounce brings words of its own.
  return serverResponse === null || entry.serverResponse?.startsWith('550 ')
    ? null
    : `the message to ${address} bounced with "${serverResponse}" and shows "${entry.serverResponse}"`
}
