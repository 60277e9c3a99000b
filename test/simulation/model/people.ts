/** The number of different people in a run. It is small, so that many records are of the same person. */
export const peopleCount = 9

export function addressOf(person: number): string {
  return `person${person % peopleCount}@example.com`
}
