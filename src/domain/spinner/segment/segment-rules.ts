import { causeOf, type ReasonCause } from '../../reason.ts'
import type { DataRecord } from '../../record-cells.ts'
import { type Audience, requiredSegmentOf, segmentOf } from '../audience.ts'
import { exitSegmentsOf, goalReached, leftAudience, type SpinnerExit } from '../exit.ts'
import { conditionOfGoal, type Goal } from '../goal.ts'
import type { Step } from '../steps/step.ts'
import { questionsOfStep, sends } from '../steps/step-capabilities.ts'
import { answerTo, type PersonAnswers, type PersonQuestion } from '../where/person-question.ts'
import { matchesWhere, questionsOf, type Where } from '../where/where.ts'
import { type SegmentExclusion, segmentsExcludedBy } from './exclusion.ts'
import type { SkippedCode } from './skipped-codes.ts'

/** The segments that decide which recipients of a job get messages, besides its steps. */
export interface SegmentRules {
  /** The segments whose records are skipped when the job takes them. */
  readonly excluded: readonly string[]
  /** The segment whose records alone are not skipped when the job takes them; null for none. */
  readonly required: string | null
  /** The segments that stop a recipient before its next message as soon as its record belongs to one. */
  readonly exits: readonly string[]
  /** The segment that stops a recipient before its next message if its record no longer belongs to it; null for none. */
  readonly within: string | null
  /** The condition that stops a recipient before its next message once its record has met it; null for none. */
  readonly goal: Where | null
}

interface SettingsOfSegments {
  readonly audience: Audience
  readonly exclude: SegmentExclusion | null
  readonly exits: readonly SpinnerExit[]
  readonly goal: Goal | null
}

/** Returns the rules of a job from the settings of its version and the exclusion of its trigger. */
export function segmentRulesOf(
  { audience, exclude, exits, goal }: SettingsOfSegments,
  excludedByTrigger: SegmentExclusion | null = null,
): SegmentRules {
  return {
    excluded: segmentsExcludedBy(exclude, excludedByTrigger),
    required: requiredSegmentOf(audience),
    exits: exitSegmentsOf(exits),
    within: exits.includes(leftAudience) ? segmentOf(audience) : null,
    goal: exits.includes(goalReached) ? conditionOfGoal(goal) : null,
  }
}

/** A step of a program with its index. */
interface PlacedStep {
  readonly index: number
  readonly step: Step
}

/** Returns the questions that must be answered before a recipient runs a step: those of the step and of the rules. */
export function questionsAt(rules: SegmentRules, { index, step }: PlacedStep): readonly PersonQuestion[] {
  const atFirst = index === 0 ? questionsOfExclusion(rules) : []
  const stops = sends(step) ? [...rules.exits, ...(rules.within === null ? [] : [rules.within])] : []
  const ofGoal = rules.goal !== null && sends(step) ? questionsOf(rules.goal) : []
  return [...questionsOfStep(step), ...ofGoal, ...atFirst, ...stops.map((segmentId) => ({ segmentId }))]
}

/** Returns the questions that decide whether a job writes to a record that it takes. */
export function questionsOfExclusion({ excluded, required }: SegmentRules): readonly PersonQuestion[] {
  return [...excluded, ...(required === null ? [] : [required])].map((segmentId) => ({ segmentId }))
}

/** A cause for which a job does not write to a record that it takes. */
interface Exclusion extends ReasonCause {
  readonly code: SkippedCode
}

/** Returns the cause for which a job does not write to a record that it takes; null if no segment excludes it. */
export function exclusionBy({ excluded, required }: SegmentRules, answers: PersonAnswers): Exclusion | null {
  const segmentId = excluded.find((id) => answerTo({ segmentId: id }, answers))
  if (segmentId !== undefined) return causeOfExclusion('IN_EXCLUDED_SEGMENT', segmentId)
  if (required === null || answerTo({ segmentId: required }, answers)) return null
  return causeOfExclusion('NOT_IN_SEGMENT', required)
}

function causeOfExclusion(code: SkippedCode, segmentId: string): Exclusion {
  return { ...causeOf(code, { segmentId }), code }
}

/** The record of a recipient, and the answers to the questions about it. */
interface RecordFacts {
  readonly answers: PersonAnswers
  readonly data: DataRecord
  readonly now: Date
  /** Whether the recipient has reached the goal before, so that it need no longer meet the condition. */
  readonly hasReachedGoal?: boolean
}

type SegmentOutcome = { readonly kind: 'skipped' | 'stopped' } & ReasonCause

/**
 * Returns the outcome of a recipient whose segments forbid its present step: it is skipped at the first step, because
 * it is excluded, or stopped before a message, because it has entered or left a segment or reached the goal. Null if they
 * permit the step.
 */
export function outcomeOfSegments(
  rules: SegmentRules,
  { index, step }: PlacedStep,
  { answers, data, now, hasReachedGoal = false }: RecordFacts,
): SegmentOutcome | null {
  const exclusion = index === 0 ? exclusionBy(rules, answers) : null
  if (exclusion !== null) return { kind: 'skipped', ...exclusion }
  if (!sends(step)) return null
  const belongs = (segmentId: string) => answerTo({ segmentId }, answers)
  const entered = rules.exits.find(belongs)
  if (entered !== undefined) return stoppedBy(entered, 'entered')
  const { within, goal } = rules
  if (goal !== null && (hasReachedGoal || matchesWhere(goal, data, now, answers)))
    return { kind: 'stopped', ...causeOf('GOAL_REACHED') }
  return within === null || belongs(within) ? null : stoppedBy(within, 'left')
}

function stoppedBy(segmentId: string, change: 'entered' | 'left'): SegmentOutcome {
  return { kind: 'stopped', ...causeOf('LEFT_SEGMENT', { segmentId, change }) }
}
