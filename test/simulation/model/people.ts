/** The number of people in a run. It is small, so that the same person is in many records. */
export const peopleCount = 9

export function addressOf(person: number): string {
  return `person${person % peopleCount}@example.com`
}
