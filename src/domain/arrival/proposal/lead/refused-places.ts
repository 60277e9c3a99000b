import { type Decoded, isBlank, isList } from '../../mapping/decoded.ts'
import type { CandidateValues } from '../candidate-values.ts'
import { isOwn, type OwnIdentity, sendsNotices } from './own-identity.ts'
import { holderOf, leadsToLead, nameFacets, type PersonalPlace } from './party.ts'
import { type Refusal, refusal } from './refusal.ts'
import { type Side, sideOf } from './roles.ts'

/** The share of a place's values from which on they count as the organization's own or as addresses of notices. */
const maxShare = 0.5

/**
 * Returns why places in the records belong to nobody who could be a lead: to the seller's side, to a thing, to the
 * organization itself, or to nobody in particular. Places without a reason are absent.
 */
export function refusedPlaces(
  personal: readonly PersonalPlace[],
  rootKeys: readonly string[],
  side: OwnIdentity,
): ReadonlyMap<CandidateValues, Refusal> {
  const sides = new Map(personal.map((place) => [place, sideAround(place, rootKeys)]))
  const isAnybodyElse = namesAnybodyElse(personal, sides)
  const evidence = personal.filter(({ facet }) => facet !== 'company').map(({ place }) => variety(place))
  const refused = new Map<CandidateValues, Refusal>()
  for (const place of personal) {
    const reason = refusalOf(place, sides.get(place) ?? null, { side, isAnybodyElse, evidence })
    if (reason !== null) refused.set(place.place, reason)
  }
  return refused
}

/**
 * Returns whether a body names a person besides its `user`, who is a colleague then. In the notice of a sign-up the
 * `user` is the only person, and the names of a course or an event are no person's.
 */
function namesAnybodyElse(
  personal: readonly PersonalPlace[],
  sides: ReadonlyMap<PersonalPlace, Side | null>,
): boolean {
  const either = personal.filter((place) => sides.get(place) === 'either')
  const holders = new Set(either.map(({ place }) => holderText(place)))
  return personal.some((one) => {
    const { place, facet } = one
    if (sides.get(one) !== null || facet === 'company' || place.values.every(isBlank)) return false
    const isBeside = holders.has(holderText(place))
    // A phone number beside `user_name` and `user_email` is that of the user.
    if (facet === 'phone') return !(isBeside && either.some((other) => nameFacets.includes(other.facet)))
    return facet !== 'name' || isBeside || leadsToLead(holderOf(place.candidate.enclosingKeys))
  })
}

function holderText({ candidate }: CandidateValues): string {
  return JSON.stringify(holderOf(candidate.enclosingKeys))
}

/** Returns the side that the keys of a person's place name; null if they name neither the seller nor a thing. */
export function sideAround({ place, facet }: PersonalPlace, rootKeys: readonly string[]): Side | null {
  const { enclosingKeys: keys, label } = place.candidate
  const side = sideOf([...rootKeys, ...keys], label === keys.at(-1) ? null : label)
  // The name of a company or a store is a name that the lead may have; only an address there is nobody's.
  return side === 'thing' && facet === 'company' ? null : side
}

function refusalOf(
  { place, facet }: PersonalPlace,
  side: Side | null,
  facts: {
    readonly side: OwnIdentity
    readonly isAnybodyElse: boolean
    readonly evidence: readonly Variety[]
  },
): Refusal | null {
  if (side === 'seller' || (side === 'either' && facts.isAnybodyElse)) return refusal('SELLER_KEY')
  if (side === 'thing') return refusal('THING_KEY')
  const texts = place.values.flatMap(textsIn)
  if (shareOf(texts, (text) => isOwn(text, facts.side)) > maxShare) return refusal('ORGANIZATION_VALUE')
  if (facet === 'email' && shareOf(texts, sendsNotices) > maxShare) return refusal('NOTICE_ADDRESS')
  return isShared(variety(place), facts.evidence) ? refusal('SAME_FOR_ALL') : null
}

export function textsIn(value: Decoded | undefined): readonly string[] {
  if (isList(value)) return value.flatMap(textsIn)
  return typeof value === 'string' && value.trim() !== '' ? [value] : []
}

function shareOf(texts: readonly string[], is: (text: string) => boolean): number {
  return texts.length === 0 ? 0 : texts.filter(is).length / texts.length
}

/** The number of values of a place in the records, and of different ones. */
export interface Variety {
  readonly values: number
  readonly different: number
}

export function variety({ values }: CandidateValues): Variety {
  const texts = values.filter((value) => !isBlank(value)).map((value) => JSON.stringify(value).toLowerCase())
  return { values: texts.length, different: new Set(texts).size }
}

/**
 * Returns whether a place has the same value for different people, as the address of an agent has. Two agents of ten
 * leads count too: half of the values or more repeat, and another place tells twice as many people.
 */
export function isShared({ values, different }: Variety, evidence: readonly Variety[]): boolean {
  if (values < 2 || different > values / 2) return false
  return evidence.some((other) => other.different >= 2 * different)
}
