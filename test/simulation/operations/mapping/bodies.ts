import {
  type BodyKind,
  type KnownLead,
  addressesOfOthers as others,
} from '../../model/mapping/mapped-table.ts'

/** Returns the people in the next body of a table, by the lists that a mapping may read. `number` makes them unique. */
export function peopleIn(kind: BodyKind, table: string, number: number): readonly (readonly KnownLead[])[] {
  const lead = (part: string): KnownLead => {
    const name = `${table} ${kind} ${number}${part}`
    const hasAddress = kind !== 'agent' && kind !== 'member'
    return {
      ref: name,
      email: hasAddress ? `${name.replaceAll(' ', '-')}@buyers.example.com` : null,
      phone: `+43 660 ${1_000_000 + number}${part === '' ? 0 : part.charCodeAt(1)}`,
    }
  }
  return kind === 'lists'
    ? [
        [lead(' a'), lead(' b')],
        [lead(' c'), lead(' d')],
      ]
    : [[lead('')]]
}

/** Returns the body of a kind with these people, as a simulated source sends it. */
export function bodyOf(
  kind: BodyKind,
  lists: readonly (readonly KnownLead[])[],
  ownersAddress: string,
): object {
  const [[lead] = [], guests = []] = lists
  if (lead === undefined) throw new Error('A body has a lead')
  const { ref, email, phone } = lead
  const name = `Lead ${ref}`
  switch (kind) {
    case 'owner':
      return { ref, name, email, owner_email: others.owner }
    case 'agent':
      return { ref, name, phone, agent: { name: 'Ann Agent', email: others.agent } }
    case 'nested':
      return { ref, lead: { name, mail: email }, agent: { name: 'Ann Agent', email: others.agent } }
    case 'office':
      return { ref, name, contact_email: others.office, customer_email: email }
    case 'member':
      return { ref, name, telephone: phone, mail: ownersAddress }
    case 'user':
      return { ref, name, email_from: email, user_email: others.owner }
    default:
      return {
        // The second person has a phone number that no mapping with the transform `phone` can read.
        leads: (lists[0] ?? []).map((one, at) => listed(one, at === 1 ? 'unknown' : one.phone)),
        guests: guests.map((guest) => listed(guest, guest.phone)),
      }
  }
}

function listed({ ref, email }: KnownLead, phone: string): object {
  return { ref, name: `Lead ${ref}`, email, phone }
}
