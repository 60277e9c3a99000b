import { canonicalText } from '../text/canonical-text.ts'
import { comparedColumnsOf, segmentsNamedBy, type Where, whereRenamed } from './where/where.ts'

/** The events by which a recipient can reach the goal of a spinner. */
export const goalEvents = ['message.replied'] as const

/** A goal that a recipient reaches by an event. */
interface EventGoal {
  readonly event: (typeof goalEvents)[number]
}

/** A goal that a recipient reaches when its record begins to meet a condition. */
interface ConditionGoal {
  readonly where: Where
}

/** A goal that a recipient reaches when its record begins to belong to a segment. */
interface SegmentGoal {
  readonly segmentId: string
}

/**
 * The goal of a spinner, by which its results are compared. A recipient reaches it at most once, within some days of the
 * first message of the job.
 */
export type Goal = (EventGoal | ConditionGoal | SegmentGoal) & {
  readonly withinDays: number
  /**
   * The percentage of recipients who get no message, so that their results show what would have happened without the
   * spinner; absent for none. Has no meaning with an event, because nobody replies to a message that was not sent.
   */
  readonly holdoutPercent?: number
}

export const maxGoalDays = 365
export const maxHoldoutPercent = 50

export function sameGoal(a: Goal | null, b: Goal | null): boolean {
  return canonicalText(a) === canonicalText(b)
}

/** Returns the condition that a record must begin to meet to reach a goal; null for no goal and for a goal by an event. */
export function conditionOfGoal(goal: Goal | null): Where | null {
  if (goal === null || 'event' in goal) return null
  return 'where' in goal ? goal.where : { segmentId: goal.segmentId }
}

/** Returns the columns that the condition of a goal names, each with the JSON pointer of its name. */
export function columnsOfGoal(
  goal: Goal | null,
): readonly { readonly pointer: string; readonly column: string; readonly mustBeRecordColumn: true }[] {
  if (goal === null || !('where' in goal)) return []
  return comparedColumnsOf(goal.where).map(({ place, column }) => ({
    pointer: `/goal/where${place}`,
    column,
    mustBeRecordColumn: true,
  }))
}

/** Returns the segments that a goal names, each with the JSON pointer of its id. */
export function segmentsOfGoal(
  goal: Goal | null,
): readonly { readonly pointer: string; readonly segmentId: string }[] {
  if (goal === null || 'event' in goal) return []
  if ('segmentId' in goal) return [{ pointer: '/goal/segmentId', segmentId: goal.segmentId }]
  return segmentsNamedBy(goal.where).map(({ place, segmentId }) => ({
    pointer: `/goal/where${place}`,
    segmentId,
  }))
}

/** Returns a goal in which a renamed column has its new name. */
export function goalRenamed(goal: Goal | null, from: string, to: string): Goal | null {
  return goal !== null && 'where' in goal ? { ...goal, where: whereRenamed(goal.where, from, to) } : goal
}

/** Returns a goal without its holdout. */
export function withoutHoldout(goal: Goal | null): Goal | null {
  if (goal === null) return null
  const { holdoutPercent: _percent, ...rest } = goal
  return rest
}
