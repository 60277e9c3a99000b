/** How many people there are: few, so that they come again and again. */
export const peopleCount = 9

export function addressOf(person: number): string {
  return `person${person % peopleCount}@example.com`
}
