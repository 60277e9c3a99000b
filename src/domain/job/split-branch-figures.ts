import type { Program } from '../spinner/steps/program.ts'
import { branchesOf } from '../spinner/steps/step-capabilities.ts'

/** The counts of a job's recipients that took one branch of a split step. */
interface SplitFigures {
  readonly reached: number
  /** The number of recipients to whom at least one message was sent after the split. */
  readonly sent: number
  readonly replied: number
  readonly bounced: number
  readonly unsubscribed: number
  readonly done: number
  readonly failed: number
}

/**
 * `SplitFigures` with the position of the split step and the name and share of the branch, as the API
 * returns them.
 */
export interface SplitBranchView extends SplitFigures {
  /** The index of the split step among all steps of the version, counted from 0. */
  readonly step: number
  /** The path of the split step for people, such as "2" for the second step. */
  readonly path: string
  readonly name: string
  readonly percent: number
}

export interface CountedSplitBranch {
  readonly step: number
  readonly branch: number
  readonly figures: SplitFigures
}

const none: SplitFigures = {
  reached: 0,
  sent: 0,
  replied: 0,
  bounced: 0,
  unsubscribed: 0,
  done: 0,
  failed: 0,
}

/**
 * Returns the figures of every branch of every split in a version. Branches that no recipient took have
 * zeros.
 */
export function splitArmsOf(
  program: Program,
  counted: readonly CountedSplitBranch[],
): readonly SplitBranchView[] {
  return program.flatMap(({ step, index, path }) =>
    branchesOf(step).flatMap(({ name, percent }, branch) => {
      if (percent === null) return []
      const of = counted.filter(
        (countedSplitBranch) => countedSplitBranch.step === index && countedSplitBranch.branch === branch,
      )
      return [
        {
          step: index,
          path,
          name,
          percent,
          ...of.reduce((sum, { figures }) => added(sum, figures), none),
        },
      ]
    }),
  )
}

function added(a: SplitFigures, b: SplitFigures): SplitFigures {
  return {
    reached: a.reached + b.reached,
    sent: a.sent + b.sent,
    replied: a.replied + b.replied,
    bounced: a.bounced + b.bounced,
    unsubscribed: a.unsubscribed + b.unsubscribed,
    done: a.done + b.done,
    failed: a.failed + b.failed,
  }
}
