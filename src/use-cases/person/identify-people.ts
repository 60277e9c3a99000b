import { emailOf, normalizedEmail } from '../../domain/email-address.ts'
import { DomainError } from '../../domain/errors.ts'
import { addressesInEmailColumns, ownAddressesIn } from '../../domain/person/address-cells.ts'
import type { PersonIdentity, PersonQuery } from '../../domain/person/person-query.ts'
import type { PersonStore } from '../../ports/person/people.ts'

/**
 * Returns the address or the column value by which a person is found. If records with the value contain an
 * address in a column with a name such as "email", or if the value is an address, returns both. An address in another
 * column may be that of another person, such as the owner of a lead, whose other records are not the person's. Records
 * in the bin count too. Refuses a value that several people share.
 */
export async function identifyPeople(
  people: PersonStore,
  organizationId: string,
  sought: PersonQuery,
): Promise<readonly PersonIdentity[]> {
  if ('email' in sought) return [{ address: emailOf(sought.email), value: null }]
  const { column, value } = sought
  const addresses = new Set<string>()
  let address: string | undefined
  for await (const found of people.recordsHaving(organizationId, column, value, { withBin: true }))
    for (const { data } of found) {
      for (const one of ownAddressesIn(data)) addresses.add(one)
      address ??= addressesInEmailColumns(data)[0] ?? normalizedEmail(value) ?? undefined
      if (addresses.size > 1) throw sharedValue()
    }
  const byValue = { address: null, value: { column, text: value } }
  return address === undefined ? [byValue] : [{ address, value: null }, byValue]
}

function sharedValue(): DomainError {
  return new DomainError('CONFLICT', {
    message:
      'Records with this value have different addresses, so they may be of several people. Name each person by `email`, and delete records manually if their address belongs to another person, such as an owner',
  })
}

/**
 * Returns the text from which the digest of a person is computed: the address, or the column and the value.
 */
export function identityText({ address, value }: PersonIdentity): string {
  return address ?? `${value?.column ?? ''}=${value?.text.trim().toLowerCase() ?? ''}`
}
