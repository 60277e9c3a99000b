import { describe, expect, it } from '@jest/globals'
import { splitBranchOf } from '../../../../src/domain/spinner/steps/split-branch.ts'

const halves = [{ percent: 50 }, { percent: 50 }]
const ids = Array.from({ length: 20_000 }, (_, index) => String(5_120 + index))

function shares(percents: readonly number[], step: number): number[] {
  const branches = percents.map((percent) => ({ percent }))
  const counts = percents.map(() => 0)
  for (const id of ids) {
    const arm = splitBranchOf(branches, id, step)
    counts[arm] = (counts[arm] ?? 0) + 1
  }
  return counts.map((count) => (100 * count) / ids.length)
}

describe('the branch of a split for a record', () => {
  it('is always the same', () => {
    expect(ids.map((id) => splitBranchOf(halves, id, 3))).toEqual(
      ids.map((id) => splitBranchOf(halves, id, 3)),
    )
  })

  it.each([
    [[50, 50], 0],
    [[10, 90], 1],
    [[1, 99], 7],
    [[33, 33, 34], 12],
  ])('divides records by %j, at step %i', (percents, step) => {
    // The test tolerates 1.5 percentage points between the shares of a split step's branches; that is four
    // times the standard deviation of a fair draw.
    for (const [arm, share] of shares(percents, step).entries())
      expect(Math.abs(share - (percents[arm] ?? 0))).toBeLessThan(1.5)
  })

  it('is divided by the same shares for the new records of a rehearsal, which have positions', () => {
    const branches = [{ percent: 25 }, { percent: 75 }]
    const positions = Array.from({ length: 4_000 }, (_, index) => `#${index}`)
    const first = positions.filter((id) => splitBranchOf(branches, id, 1) === 0).length
    expect(Math.abs(first / positions.length - 0.25)).toBeLessThan(0.03)
  })

  it('is independent of other splits', () => {
    const alike = ids.filter((id) => splitBranchOf(halves, id, 1) === splitBranchOf(halves, id, 4)).length
    expect(Math.abs(alike / ids.length - 0.5)).toBeLessThan(0.015)
  })
})
