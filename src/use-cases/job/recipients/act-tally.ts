import { type ActionObstacle, actionObstacles } from '../../../domain/job/recipient/recipient-action.ts'

/** The numbers of recipients that an act on many has changed so far, or would change. */
export interface ActionTally {
  readonly matched: number
  readonly changed: number
  readonly obstacles: readonly { readonly code: ActionObstacle; readonly count: number }[]
  /** Whether all slices of the job are done. Otherwise a periodic task does the rest. */
  readonly isComplete: boolean
  /** Whether the numbers of a preview are scaled up from a part of the slices. */
  readonly isEstimate: boolean
}

/** Counts recipients by what prevents an act on them. */
export class Tally {
  readonly #counts = new Map<ActionObstacle | null, number>()

  add(obstacles: readonly (ActionObstacle | null)[]): void {
    for (const obstacle of obstacles) this.#counts.set(obstacle, (this.#counts.get(obstacle) ?? 0) + 1)
  }

  total(isComplete: boolean): ActionTally {
    return { ...this.#scaled(1), isComplete, isEstimate: false }
  }

  /** Returns the numbers of all recipients, of which this tally has counted one in `scale`. */
  estimate(scale: number): ActionTally {
    return { ...this.#scaled(scale), isComplete: true, isEstimate: true }
  }

  #scaled(scale: number) {
    const countOf = (code: ActionObstacle | null) => Math.round((this.#counts.get(code) ?? 0) * scale)
    const obstacles = actionObstacles.flatMap((code) => {
      const count = countOf(code)
      return count > 0 ? [{ code, count }] : []
    })
    const changed = countOf(null)
    const matched = obstacles.reduce((sum, { count }) => sum + count, changed)
    return { matched, changed, obstacles }
  }
}
