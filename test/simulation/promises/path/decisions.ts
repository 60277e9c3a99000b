import type { Step } from '../../../../src/domain/spinner/steps/step.ts'
import { markIn } from '../../model/marks.ts'
import type { Model } from '../../model/model.ts'
import { type PossibleCells, resultsOf } from '../../model/path/conditions.ts'
import { positionsOf } from '../../model/path/positions.ts'
import type { StoredStep } from '../../model/path/stored-steps.ts'
import { each, type Promised } from '../promise.ts'
import { cellsOf, wordsOf } from './words-of-step.ts'

/**
 * Recomputes each decision from the values that the cells of the record may have had between the lease and the
 * outcome. In a table that had match columns, these are the values of all records of the person.
 */
export const decisionsAreRight: Promised = {
  promise:
    'A condition, a branch, a split and a guard decide by the cells, the shares and the answer of that moment',
  when: 'quiet',
  holds: ({ model, demo }) => {
    const decided = model.steps.next('decisions', demo.organizationId).flatMap((stored) => {
      const step = stored.isAfterRestore ? undefined : positionsOf(stored.steps)[stored.step]?.step
      return step !== undefined && deciding.has(step.type) ? [{ stored, step }] : []
    })
    return each(decided, ({ stored, step }) => {
      const fault = faultOf(model, stored, step)
      return fault === null ? null : `${wordsOf(model, stored)}: ${fault}`
    })
  },
}

const deciding = new Set<Step['type']>(['condition', 'branch', 'split', 'guard'])

/** Returns whether the recipient has passed the step, as opposed to staying at it or ending there. */
export function hasPassed({ status, step, nextStep }: StoredStep): boolean {
  return status === 'done' || status === 'pending' || (status === 'waiting' && nextStep !== step)
}

function faultOf(model: Model, stored: StoredStep, step: Step): string | null {
  const { leased, stored: at, reason, branch } = stored
  const times = [leased.at, at.at]
  switch (step.type) {
    case 'condition': {
      if (!hasPassed(stored) && reason !== 'CONDITION_NOT_MET') return null
      const where = step.where ?? {
        column: step.column ?? '',
        operator: step.operator ?? 'exists',
        ...(step.value === undefined ? {} : { value: step.value }),
      }
      const cells = cellsOf(model, stored)
      if (cells === null || resultsOf(where, cells, times).has(hasPassed(stored))) return null
      return `the condition ${JSON.stringify(where)} is ${String(!hasPassed(stored))}`
    }
    case 'branch': {
      const cells = cellsOf(model, stored)
      if (!hasPassed(stored) || cells === null) return null
      const possible = waysOf(step, cells, times)
      return possible.includes(branch ?? -1) ? null : `took branch ${branch}, and may take ${possible.join()}`
    }
    case 'split':
      return hasPassed(stored) ? armFault(model, stored, step.branches.length) : null
    case 'guard':
      return guardFault(model, stored, step)
    default:
      return null
  }
}

type BranchStep = Extract<Step, { type: 'branch' }>
type GuardStep = Extract<Step, { type: 'guard' }>

function waysOf({ branches }: BranchStep, cells: PossibleCells, times: readonly Date[]): readonly number[] {
  const possible: number[] = []
  for (const [way, { where }] of branches.entries()) {
    const results = resultsOf(where, cells, times)
    if (results.has(true)) possible.push(way)
    if (!results.has(false)) return possible
  }
  return [...possible, branches.length]
}

/** A record takes the same branch of a split at the same position with the same shares, in every job. */
function armFault({ steps }: Model, stored: StoredStep, arms: number): string | null {
  const { recordId, step, branch = -1 } = stored
  if (branch < 0 || branch >= arms) return `took branch ${branch} of ${arms}`
  const split = positionsOf(stored.steps)[step]?.step
  const shares = split?.type === 'split' ? split.branches.map(({ percent }) => percent).join() : ''
  const name = `${recordId} ${step} ${shares}`
  const earlier = steps.arms.get(name) ?? branch
  steps.arms.set(name, branch)
  return earlier === branch ? null : `took branch ${branch}, and before that branch ${earlier}`
}

function guardFault({ shared: { guardAnswers } }: Model, stored: StoredStep, step: GuardStep): string | null {
  const { ref, leased, writing, reason } = stored
  if (ref === null) return null
  const passes = hasPassed(stored)
  if (!passes && reason !== 'GUARD_REFUSED' && reason !== 'GUARD_TIMED_OUT') return null
  const mark = { ...markIn(step.body ?? ''), ref }
  const answers = guardAnswers.between(mark, leased.moment, writing.moment)
  const isRight = answers.some((body) => {
    if (body === null) return step.onTimeout === 'continue' ? passes : reason === 'GUARD_TIMED_OUT'
    return /"continue"\s*:\s*false/.test(body) ? reason === 'GUARD_REFUSED' : passes
  })
  if (isRight) return null
  const given = answers.map((body) => body ?? 'nothing').join(', ')
  return `the guard answered ${given || 'no question'}, and the recipient ${passes ? 'continued' : 'was skipped'}`
}
