import type { TimelineItem } from './timeline-kinds.ts'

/** An entry of the timeline of a person: a message with what belongs to it, or another event. */
export interface TimelineGroup {
  readonly item: TimelineItem
  /** The events that are shown below the message: the reply to it, and the start of its job. */
  readonly below: readonly TimelineItem[]
}

const isMessage = ({ kind }: TimelineItem) => kind === 'sent' || kind === 'sending'
const isReply = ({ kind, reason }: TimelineItem) => kind === 'stopped' && reason?.code === 'REPLIED'
const recipientOf = ({ jobId, recordId }: TimelineItem) => `${jobId} ${recordId}`

/**
 * Returns the items of a timeline by message, in their order: newest first. The reply of a person goes below the last
 * message of the same job before it, and the start of a job goes below the first message of the job.
 */
export function groupsOf(items: readonly TimelineItem[]): readonly TimelineGroup[] {
  const messages = Map.groupBy(
    items.filter((item) => isMessage(item) && item.jobId !== undefined),
    recipientOf,
  )
  const below = new Map<TimelineItem, TimelineItem[]>()
  const placed = new Set<TimelineItem>()
  for (const item of items) {
    const ofJob = messages.get(recipientOf(item))
    const owner = isReply(item)
      ? ofJob?.find(({ at }) => at <= item.at)
      : item.kind === 'taken'
        ? ofJob?.findLast(({ at }) => at >= item.at)
        : undefined
    if (owner === undefined) continue
    below.set(owner, [...(below.get(owner) ?? []), item])
    placed.add(item)
  }
  return items.filter((item) => !placed.has(item)).map((item) => ({ item, below: below.get(item) ?? [] }))
}
