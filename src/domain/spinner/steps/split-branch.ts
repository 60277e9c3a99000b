import type { SplitBranch } from './step.ts'

/**
 * The prime modulus of the calculation that assigns records to the branches of a split step. Record ids below
 * it are mapped to different numbers.
 */
const modulus = 2_147_483_647n

/**
 * Returns the index of the branch that a record takes in a split step. The branch depends only on the
 * record's id and the index of the step, so a repeated call returns the same branch. The number is squared
 * twice, because ids are consecutive and the branches of two split steps must be independent.
 *
 * A new record of a rehearsed trigger has its position as id, such as "#0". Positions are divided by the same
 * shares as ids.
 */
export function splitBranchOf(
  branches: readonly Pick<SplitBranch, 'percent'>[],
  recordId: string,
  step: number,
): number {
  const id = BigInt(/^#?(\d+)$/.exec(recordId)?.[1] ?? '0')
  const mixed = ((id % modulus) * 48_271n + BigInt(step) * 69_621n + 11n) % modulus
  const once = (mixed * mixed + 16_807n * BigInt(step + 1)) % modulus
  const twice = (once * once + mixed) % modulus
  let rest = Number(twice % 10_000n) / 100
  for (const [index, { percent }] of branches.entries()) {
    if (rest < percent) return index
    rest -= percent
  }
  return branches.length - 1
}
