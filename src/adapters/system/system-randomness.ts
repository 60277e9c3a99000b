import { Randomness } from '../../ports/randomness.ts'

export class SystemRandomness extends Randomness {
  override next(): number {
    return Math.random()
  }
}
