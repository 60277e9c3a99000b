import type { Step } from '../../../../src/domain/spinner/steps/step.ts'

/** A step at its position in a version, with the positions that may follow it. */
export interface Position {
  readonly step: Step
  /** The position after the step and its branches. A position behind the last step means the end. */
  readonly after: number
  /** The position to which each branch leads. The last one of a step of type `branch` is its `else`. */
  readonly branches: readonly number[]
}

const positionsOfSteps = new WeakMap<readonly Step[], readonly Position[]>()

/** Returns the positions of the steps of a version: each step comes before the steps in its branches. */
export function positionsOf(steps: readonly Step[]): readonly Position[] {
  const cached = positionsOfSteps.get(steps)
  if (cached !== undefined) return cached
  const positions: Position[] = []
  place(positions, steps, sizeOf(steps))
  positionsOfSteps.set(steps, positions)
  return positions
}

function place(positions: Position[], steps: readonly Step[], end: number): void {
  for (const [nth, step] of steps.entries()) {
    const isLast = nth === steps.length - 1
    const after = isLast ? end : positions.length + sizeOf([step])
    const branches: number[] = []
    positions.push({ step, after, branches })
    for (const branch of branchesIn(step)) {
      branches.push(branch.length === 0 ? after : positions.length)
      place(positions, branch, after)
    }
  }
}

function sizeOf(steps: readonly Step[]): number {
  let size = 0
  for (const step of steps) size += 1 + branchesIn(step).reduce((sum, branch) => sum + sizeOf(branch), 0)
  return size
}

function branchesIn(step: Step): readonly (readonly Step[])[] {
  if (step.type === 'split') return step.branches.map((branch) => branch.steps)
  if (step.type === 'branch') return [...step.branches.map((way) => way.steps), step.else ?? []]
  return []
}
