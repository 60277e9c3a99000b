import { requiredSegmentOf, segmentOf } from '../../../../src/domain/spinner/audience.ts'
import { exitSegmentsOf, goalReached, leftAudience } from '../../../../src/domain/spinner/exit.ts'
import { conditionOfGoal } from '../../../../src/domain/spinner/goal.ts'
import { sends } from '../../../../src/domain/spinner/steps/step-capabilities.ts'
import type { Model } from '../../model/model.ts'
import { type PossibleCells, resultsOf } from '../../model/path/conditions.ts'
import { positionsOf } from '../../model/path/positions.ts'
import type { StoredStep } from '../../model/path/stored-steps.ts'
import type { SettingsOfVersion } from '../../model/path/versions-of-jobs.ts'
import { each, type Promised } from '../promise.ts'
import { hasPassed } from './decisions.ts'
import { cellsOf, wordsOf } from './words-of-step.ts'

/** The segments that one possible version of a job asks about at a step. */
interface Rules {
  readonly excluded: readonly string[]
  readonly required: string | null
  readonly exits: readonly string[]
  readonly within: string | null
  /** The segment that is the goal, if those who belong to it get no message. */
  readonly goal: string | null
}

/**
 * Recomputes from the cells of the record whether a segment excludes a recipient at its first step, and stops it before a
 * message. Leaves out jobs whose versions or triggers the simulator does not know, and questions about people.
 */
export const segmentRulesHold: Promised = {
  promise:
    'A recipient gets no message while a segment excludes or stops it, and is stopped for no other reason',
  when: 'quiet',
  holds: ({ model, demo }) => {
    const outcomes = model.steps.next('segment rules', demo.organizationId).flatMap((stored) => {
      const rules = rulesOf(model, stored)
      return rules.some(asks) && !stored.isAfterRestore && stored.delivery !== 'unconfirmed'
        ? [{ stored, rules }]
        : []
    })
    return each(outcomes, ({ stored, rules }) => {
      const cells = cellsOf(model, stored)
      if (cells === null) return null
      const fault = faultOf(model, { stored, rules, cells })
      return fault === null ? null : `${wordsOf(model, stored)}: ${fault}`
    })
  },
}

function asks({ excluded, required, exits, within, goal }: Rules): boolean {
  return (
    [required, within, goal].some((segment) => segment !== null) || excluded.length > 0 || exits.length > 0
  )
}

/** Returns the rules at a step of each version that the job may have run; none if one of them is not known. */
function rulesOf(model: Model, { jobId, step, steps }: StoredStep): readonly Rules[] {
  const job = model.jobs.find(({ id }) => id === jobId)
  const root = model.jobs.find(({ id }) => id === job?.root)
  const versions = model.versionsOfJobs.jobs.get(jobId)?.versions ?? []
  const excludes = root?.byItself === undefined ? root?.excludes : []
  const placed = positionsOf(steps)[step]?.step
  if (excludes === undefined || placed === undefined) return []
  return versions.map(({ audience, exclude, exits, goal }: SettingsOfVersion) => ({
    excluded: step === 0 ? [...(exclude?.segmentIds ?? []), ...excludes] : [],
    required: step === 0 ? requiredSegmentOf(audience) : null,
    exits: sends(placed) ? exitSegmentsOf(exits) : [],
    within: sends(placed) && exits.includes(leftAudience) ? segmentOf(audience) : null,
    goal: sends(placed) && exits.includes(goalReached) ? segmentOfGoal(goal) : null,
  }))
}

function segmentOfGoal(goal: SettingsOfVersion['goal']): string | null {
  const condition = conditionOfGoal(goal)
  return condition !== null && 'segmentId' in condition ? condition.segmentId : null
}

interface Outcome {
  readonly stored: StoredStep
  readonly rules: readonly Rules[]
  readonly cells: PossibleCells
}

function faultOf(model: Model, { stored, rules, cells }: Outcome): string | null {
  const { leased, stored: end, reason, delivery } = stored
  const belongs = (segmentId: string): ReadonlySet<boolean> => {
    const segment = model.segments.find(({ id }) => id === segmentId)
    const conditions = segment?.where.possibleBetween(leased.moment, end.moment) ?? []
    return new Set(conditions.flatMap((where) => [...resultsOf(where, cells, [leased.at, end.at])]))
  }
  const may = (segmentId: string) => belongs(segmentId).has(true)
  const must = (segmentId: string) => !belongs(segmentId).has(false)
  const mayHaveLeft = (segmentId: string | null) => segmentId !== null && belongs(segmentId).has(false)
  const mustHaveLeft = (segmentId: string | null) => segmentId !== null && !belongs(segmentId).has(true)
  if (reason === 'IN_EXCLUDED_SEGMENT')
    return rules.some(({ excluded }) => excluded.some(may)) ? null : 'it belongs to no excluded segment'
  if (reason === 'NOT_IN_SEGMENT')
    return rules.some(({ required }) => mayHaveLeft(required)) ? null : 'it belongs to the audience'
  if (reason === 'LEFT_SEGMENT')
    return rules.some(({ exits, within }) => exits.some(may) || mayHaveLeft(within))
      ? null
      : 'it entered no segment of an exit, and did not leave the audience'
  if (reason === 'GOAL_REACHED')
    return rules.some(({ goal }) => goal !== null && mayHaveMet(model, stored, goal))
      ? null
      : 'it never belonged to the segment of the goal'
  if (!hasPassed(stored) && delivery === null) return null
  if (rules.every(({ excluded }) => excluded.some(must))) return 'it belongs to an excluded segment'
  if (rules.every(({ required }) => mustHaveLeft(required))) return 'it does not belong to the audience'
  if (
    rules.every(
      ({ exits, within, goal }) => exits.some(must) || mustHaveLeft(within) || (goal !== null && must(goal)),
    )
  )
    return 'it had entered a segment of an exit or of the goal, or left the audience'
  return null
}

/** Returns whether a record may have belonged to a segment at any time of the run until a step ended. */
function mayHaveMet(model: Model, stored: StoredStep, segmentId: string): boolean {
  const { leased, stored: end } = stored
  const segment = model.segments.find(({ id }) => id === segmentId)
  const conditions = segment?.where.possibleBetween(0, end.moment) ?? []
  const cells = cellsOf(model, stored, 0)
  return cells === null || conditions.some((where) => resultsOf(where, cells, [leased.at, end.at]).has(true))
}
