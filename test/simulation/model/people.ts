/**
 * The number of different people in a run of the simulation. It is small, so that many records belong to the
 * same person.
 */
export const peopleCount = 9

/** The domains of the people's addresses: the private ones, and those at work. */
export const domainsOfPeople = ['example.com', 'office.example'] as const

export function addressOf(person: number): string {
  return `person${person % peopleCount}@${domainsOfPeople[0]}`
}

/**
 * Returns the address of a person at work. Some people share one, such as that of a front office, so that a step may write to
 * one address for several records.
 */
export function workAddressOf(person: number): string {
  return `work${person % 4}@${domainsOfPeople[1]}`
}

export function domainOfAddress(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

/** Returns an address as people and systems write it: some with a capital letter, some all in capitals. */
export function spelled(address: string, number: number): string {
  if (number % 6 === 3) return address.slice(0, 1).toUpperCase() + address.slice(1)
  return number % 6 === 5 ? address.toUpperCase() : address
}
