/**
 * The events that end the job of a recipient early. An automatic answer (`autoReply:hold`) only holds the
 * recipient for a while.
 */
export const exits = ['reply', 'bounce', 'unsubscribe', 'autoReply:hold'] as const
export type Exit = (typeof exits)[number]

/**
 * The events that end a recipient's steps early if the spinner has no setting of its own: reply, bounce and
 * unsubscribe.
 */
export const defaultExits: readonly Exit[] = ['reply', 'bounce', 'unsubscribe']

/**
 * The replies that stop a recipient of a spinner with the exit `reply`. `everywhere`: a reply of the person to a message
 * of any spinner of the organization. `spinner`: a reply to a message that the recipient got in its own job.
 */
export const replyScopes = ['everywhere', 'job'] as const

export interface ReplyRule {
  readonly scope: (typeof replyScopes)[number]
}

/** The setting of a new spinner. Spinners from before this setting have the scope `job`. */
export const defaultReply: ReplyRule = { scope: 'everywhere' }

/**
 * An exit as it concerns one recipient. `replyElsewhere` is a reply to a message that the recipient did not get in its
 * own job.
 */
export type ExitOfRecipient = Exit | 'replyElsewhere'

/**
 * Returns the chosen exits of a spinner without repeats and in a fixed order, so that equal choices are stored
 * alike.
 */
export function inFixedOrder(chosen: readonly Exit[]): readonly Exit[] {
  return exits.filter((exit) => chosen.includes(exit))
}
