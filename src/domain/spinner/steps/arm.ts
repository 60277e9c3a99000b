import type { SplitArm } from './step.ts'

/** A prime, so that no two ids are alike before they are mixed. */
const modulus = 2_147_483_647n

/**
 * The arm of a split that a record takes, by its index. It follows from the record's id and the place of the step
 * alone, so that whoever asks again gets the same answer; squared twice, because ids come one after the other and the
 * arms of two splits must have nothing to do with each other.
 */
export function armOf(arms: readonly Pick<SplitArm, 'percent'>[], recordId: string, step: number): number {
  const id = BigInt(/^\d+$/.test(recordId) ? recordId : '0')
  const mixed = ((id % modulus) * 48_271n + BigInt(step) * 69_621n + 11n) % modulus
  const once = (mixed * mixed + 16_807n * BigInt(step + 1)) % modulus
  const twice = (once * once + mixed) % modulus
  let rest = Number(twice % 10_000n) / 100
  for (const [index, { percent }] of arms.entries()) {
    if (rest < percent) return index
    rest -= percent
  }
  return arms.length - 1
}
