import { timingSafeEqual } from 'node:crypto'

/** Returns whether two texts are equal, in a time that does not reveal at which character they differ. */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
