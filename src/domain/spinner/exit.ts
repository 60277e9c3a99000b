/**
 * The events that end the job of a recipient early. An automatic answer (`autoReply:hold`) only holds the
 * recipient for a while.
 */
export const exits = ['reply', 'bounce', 'unsubscribe', 'autoReply:hold'] as const
export type Exit = (typeof exits)[number]

/** The exit of a recipient whose record no longer belongs to the segment of the spinner's audience. */
export const leftAudience = 'leftAudience'

/** The exit of a recipient whose record meets the condition of the spinner's goal. */
export const goalReached = 'goalReached'

const segmentPrefix = 'segment:'

/**
 * An exit of a spinner: an event, the end of belonging to the audience, the goal, or `segment:ID` for entering a segment.
 */
export type SpinnerExit = Exit | typeof leftAudience | typeof goalReached | `${typeof segmentPrefix}${string}`

export function exitIntoSegment(segmentId: string): SpinnerExit {
  return `${segmentPrefix}${segmentId}`
}

/** Returns the id of the segment at which an exit ends a recipient; null for other exits. */
export function exitSegmentOf(exit: SpinnerExit): string | null {
  return exit.startsWith(segmentPrefix) ? exit.slice(segmentPrefix.length) : null
}

/** The highest number of segments at which the exits of one spinner end recipients. */
export const maxExitSegments = 10

export function exitSegmentsOf(chosen: readonly SpinnerExit[]): readonly string[] {
  return chosen.flatMap((exit) => exitSegmentOf(exit) ?? [])
}

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
export function inFixedOrder(chosen: readonly SpinnerExit[]): readonly SpinnerExit[] {
  const segments = exitSegmentsOf(chosen).toSorted().map(exitIntoSegment)
  return [
    ...([...exits, leftAudience, goalReached] as const).filter((exit) => chosen.includes(exit)),
    ...new Set(segments),
  ]
}
