/**
 * The number of different people in a run of the simulation. It is small, so that many records belong to the
 * same person.
 */
export const peopleCount = 9

export function addressOf(person: number): string {
  return `person${person % peopleCount}@example.com`
}
