/** The codes of the reasons why a value of the bodies is not proposed for a person's column. */
export const refusalCodes = [
  'SELLER_KEY',
  'THING_KEY',
  'SAME_FOR_ALL',
  'ORGANIZATION_VALUE',
  'NOTICE_ADDRESS',
  'SEVERAL_PEOPLE',
  'OUTSIDE_PERSON',
  'NO_NAME',
] as const
export type RefusalCode = (typeof refusalCodes)[number]

/** The reason why a value of the bodies is not proposed for a person's column, in words for people. */
export interface Refusal {
  readonly code: RefusalCode
  readonly message: string
}

const messages: Readonly<Record<RefusalCode, string>> = {
  SELLER_KEY: 'The key names a person of the seller, such as an owner, an agent or a host',
  THING_KEY: 'The key names a place, an organization or a thing, and not a person',
  SAME_FOR_ALL: 'The value is the same for different people in the waiting bodies',
  ORGANIZATION_VALUE: 'The value belongs to your organization: to a member, a sender or one of its domains',
  NOTICE_ADDRESS: 'The address sends notices, and nobody reads what is written to it',
  SEVERAL_PEOPLE: 'The bodies hold several people, and nothing shows which of them is the lead',
  OUTSIDE_PERSON: 'The value is outside of the part of the body that holds the address of the lead',
  NO_NAME: 'The value is a list, HTML or data written as text, and no name',
}

export function refusal(code: RefusalCode): Refusal {
  return { code, message: messages[code] }
}

/** Returns whether values that a column did not get may belong to it all the same, so that only a person can decide. */
export function isOpen(reason: Refusal | null): boolean {
  return reason?.code === 'SEVERAL_PEOPLE' || reason?.code === 'OUTSIDE_PERSON'
}
