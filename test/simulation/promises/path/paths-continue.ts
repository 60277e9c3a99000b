import type { Step } from '../../../../src/domain/spinner/steps/step.ts'
import type { Model } from '../../model/model.ts'
import { positionsOf } from '../../model/path/positions.ts'
import type { StoredStep } from '../../model/path/stored-steps.ts'
import { each, type Promised } from '../promise.ts'
import { hasPassed } from './decisions.ts'
import { wordsOf } from './words-of-step.ts'

/**
 * Leaves out the outcome before an outcome that a restore of a backup stored, and after an outcome whose answer was lost:
 * the recipient may then have another position. A retry begins at the step that failed.
 */
export const pathsContinue: Promised = {
  promise: 'A recipient takes the steps of its version in their order, each once, and none after its end',
  when: 'quiet',
  holds: async ({ model, rows, demo }) => {
    const stored = model.steps
      .next('paths', demo.organizationId)
      .filter(({ isAfterRestore }) => !isAfterRestore)
    if (stored.length === 0) return { compared: 0, violations: [] }
    const retries = stored.some((step) => model.steps.previous(step) === null && step.step > 0)
      ? await rows<{ id: string }>('select id from jobs where root_job_id is not null')
      : []
    const isRetry = new Set(retries.map(({ id }) => id))
    return each(stored, (step) => {
      const fault = nextFault(step) ?? beginningFault(model, step, isRetry) ?? endFault(model, step)
      return fault === null ? null : `${wordsOf(model, step)}: ${fault}`
    })
  },
}

function nextFault(stored: StoredStep): string | null {
  const { steps, step, nextStep, branch, status } = stored
  const position = positionsOf(steps)[step]
  if (position === undefined || !hasPassed(stored)) return null
  const next = branch === undefined ? position.after : (position.branches[branch] ?? position.after)
  const isEnd = next >= positionsOf(steps).length
  if (isEnd !== (status === 'done')) return `is ${status}; the next position is ${isEnd ? 'the end' : next}`
  return isEnd || nextStep === next ? null : `continues at position ${nextStep} instead of ${next}`
}

/** Returns a fault if a recipient ended after the last step of its version, although its job had moved to further steps. */
function endFault(
  { steps: { moves } }: Model,
  { jobId, steps, step, status, writing }: StoredStep,
): string | null {
  const move = moves.get(jobId)
  if (status !== 'done' || move === undefined || move.moment > writing.moment) return null
  const last = nameOf(positionsOf(steps)[step]?.step)
  const positions = positionsOf(move.steps)
  const same = positions.filter(({ step: one }) => nameOf(one) === last)
  // A version may have the same wait twice.
  const isLast = same.some(({ after, branches }) => after >= positions.length || branches.length > 0)
  if (same.length === 0 || isLast) return null
  return `ends, although its job was moved to a version that continues at position ${same[0]?.after}`
}

/** Returns what a step keeps over all versions: the mark of its message, or its whole content. */
function nameOf(step: Step | undefined): string {
  if (step?.type === 'email') return step.subject
  return step?.type === 'webhook' ? step.body : JSON.stringify(step)
}

function beginningFault(model: Model, stored: StoredStep, isRetry: ReadonlySet<string>): string | null {
  const { jobId, recordId, step } = stored
  if (model.steps.inDoubt.has(`${jobId} ${recordId}`) || model.restoredAt !== null) return null
  if (model.acts.hasActOn(jobId, recordId)) return null
  const before = model.steps.previous(stored)
  if (before === null) return step === 0 || isRetry.has(jobId) ? null : 'is its first step in the job'
  if (before.status !== 'pending' && before.status !== 'waiting')
    return `came after the end of the recipient, ${before.status} at position ${before.step}`
  return before.nextStep === step
    ? null
    : `came after position ${before.step}, which leads to ${before.nextStep}`
}
