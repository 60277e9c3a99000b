import type { DataRecord } from '../../record-cells.ts'
import { nextChangeOf } from '../../spinner/where/next-match.ts'
import { noAnswers } from '../../spinner/where/person-question.ts'
import {
  columnsOf,
  matchesWhere,
  questionsOf,
  segmentsNamedBy,
  type Where,
  withSegments,
} from '../../spinner/where/where.ts'
import type { Segment } from './segment.ts'

type NamedCondition = Pick<Segment, 'id' | 'where'>

/** The state of a record in a segment whose entries start a spinner, or in the condition of a goal. */
export interface Membership {
  readonly isMember: boolean
  /** The time at which the record enters or leaves because time passes; null if it must change first. */
  readonly dueAt: Date | null
}

/**
 * Returns a condition, such as that of belonging to a segment, with the conditions of segments in place of the segments
 * that it names.
 */
export function entryConditionOf(where: Where, segments: readonly NamedCondition[]): Where {
  return withSegments(where, new Map(segments.map((segment) => [segment.id, segment.where])))
}

/** Returns the columns on which a condition depends, also by the segments that it names. */
export function columnsOfEntry(where: Where, segments: readonly NamedCondition[]): readonly string[] {
  return columnsOf(entryConditionOf(where, segments))
}

/**
 * Returns whether a condition depends on messages or replies, or on suppressed addresses. No change of a record and no
 * time makes a record begin to meet it, so such segments cannot start a spinner, and no goal can be such a condition.
 */
export function entryAsksAboutPeople(where: Where, segments: readonly NamedCondition[]): boolean {
  return questionsOf(entryConditionOf(where, segments)).length > 0
}

/** Returns whether a record meets a condition now, and when time changes that. */
export function membershipOf(condition: Where, cells: DataRecord, now: Date): Membership {
  return {
    isMember: matchesWhere(condition, cells, now, noAnswers),
    dueAt: nextChangeOf(condition, cells, now, noAnswers),
  }
}

/** Returns the ids of a segment and of all segments that depend on it. */
export function segmentsDependingOn(id: string, segments: readonly NamedCondition[]): readonly string[] {
  const dependents = new Set([id])
  for (const dependent of dependents)
    for (const segment of segments)
      if (segmentsNamedBy(segment.where).some(({ segmentId }) => segmentId === dependent))
        dependents.add(segment.id)
  return [...dependents]
}
