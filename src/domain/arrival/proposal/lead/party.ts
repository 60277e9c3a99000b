import { type Decoded, isBlank, isList, isScalar } from '../../mapping/decoded.ts'
import type { CandidateValues } from '../candidate-values.ts'
import { conceptOf, conceptRequestedFor, isAboutTheLead, wordsOfName } from '../names.ts'
import { type Facet, facetOf, isNameText, prefixOf } from './facet.ts'
import { isLeadWord } from './roles.ts'

/** A place in the records that holds an address, a name or a company, and the party that its keys tell. */
export interface PersonalPlace {
  readonly place: CandidateValues
  readonly facet: Facet
  readonly party: string
}

/** The places of one object, or of one prefix of keys such as `buyer_`, that belong to one person. */
export class Party {
  /** The keys of the object that holds the values, from the outermost. */
  readonly holder: readonly string[]
  /** The words by which keys of the object tell its people apart; empty if keys have no such words. */
  readonly prefix: string
  readonly places = new Map<Facet, CandidateValues[]>()

  constructor(holder: readonly string[], prefix: string) {
    this.holder = holder
    this.prefix = prefix
  }

  add(facet: Facet, place: CandidateValues): void {
    const places = this.places.get(facet)
    if (places === undefined) this.places.set(facet, [place])
    else places.push(place)
  }

  /** Returns the places of one kind whose values are not all blank. */
  with(facet: Facet): readonly CandidateValues[] {
    return (this.places.get(facet) ?? []).filter(({ values }) => !values.every(isBlank))
  }

  get hasName(): boolean {
    return nameFacets.some((facet) => this.with(facet).length > 0)
  }

  get hasAddress(): boolean {
    return this.with('email').length > 0 || this.with('phone').length > 0
  }

  get isOfPrefixOfLead(): boolean {
    return this.prefix === '' || this.prefix.split(' ').every(isLeadWord)
  }

  /**
   * Returns how much the keys and the form of the party show that it is the lead: 3 if all keys name the lead or
   * nothing, 2 if it holds a name beside an address, otherwise 1.
   */
  get evidence(): 1 | 2 | 3 {
    if (this.isOfPrefixOfLead && leadsToLead(this.holder)) return 3
    return this.hasName ? 2 : 1
  }
}

export const nameFacets: readonly Facet[] = ['name', 'firstName', 'lastName']

/** Returns whether no key on the way to an object names anything other than the lead. */
export function leadsToLead(holder: readonly string[]): boolean {
  return holder.every((key, at) => isAboutTheLead(key, at === holder.length - 1) || isLeadKey(key))
}

/** Returns whether a key consists of words for the lead, such as `customer` or `registrant`. */
function isLeadKey(key: string): boolean {
  const words = wordsOfName(key)
  return words.length > 0 && words.every(isLeadWord)
}

/** Returns the keys of the object around a value, without keys that hold only addresses, such as `emails`. */
export function holderOf(keys: readonly string[]): readonly string[] {
  let end = keys.length - 1
  while (end > 0 && isContactKey(keys[end - 1] ?? '')) end--
  return keys.slice(0, Math.max(0, end))
}

function isContactKey(key: string): boolean {
  const concept = conceptOf(wordsOfName(key))
  return concept === 'email' || concept === 'phone'
}

/** Returns what a place in the records says about a person; null if it says nothing about one. */
export function personalOf(
  place: CandidateValues,
): (Omit<PersonalPlace, 'party'> & { prefix: string }) | null {
  const { candidate, kind } = place
  const key = candidate.enclosingKeys.at(-1) ?? ''
  const question = candidate.label === key ? null : candidate.label
  const words = wordsOfName(key)
  const named = facetOf(words)
  const questionFacet = question === null ? null : requestedIn(question)
  const isOfCompany =
    named?.facet === 'name' && candidate.names.some(({ words: name }) => conceptOf(name) === 'company')
  if (isOfCompany && kind !== 'email')
    return isOfNames(place) ? { place, facet: 'company', prefix: '' } : null
  const facet = questionFacet ?? named?.facet ?? (/\s/.test(key.trim()) ? requestedIn(key) : null)
  // A question of several words says what it asks for, but its other words name no person.
  const prefix = questionFacet !== null || /\s\S+\s/.test(key) ? '' : (named?.prefix ?? prefixOf(words))
  if (kind === 'email') return { place, facet: 'email', prefix }
  if (facet === 'email') return kind === null ? { place, facet, prefix } : null
  if (facet === 'phone' || (kind === 'phone' && facet === null)) {
    const isFax = words.some((word) => word.includes('fax'))
    const isPlausible =
      kind === null || kind === 'phone' || kind === 'number' || kind === 'id' || kind === 'text'
    return isPlausible && !isFax ? { place, facet: 'phone', prefix } : null
  }
  if (facet === null) return null
  return kind === null || isOfNames(place) ? { place, facet, prefix } : null
}

function requestedIn(question: string): Facet | null {
  const words = wordsOfName(question)
  const named = facetOf(words)?.facet ?? null
  if (named !== null) return named
  const questionFacet = conceptRequestedFor(words)
  return questionFacet === 'email' ||
    questionFacet === 'phone' ||
    questionFacet === 'name' ||
    questionFacet === 'company'
    ? questionFacet
    : null
}

/** The share of texts at a place that must look like names. People also enter other things for their names. */
const minNameShare = 0.8

/** Returns whether most values at a place of the records look like names of people or companies. */
function isOfNames({ kind, values }: CandidateValues): boolean {
  if (kind !== 'text' && kind !== 'id' && kind !== 'url' && kind !== 'boolean') return false
  const texts = values.flatMap((value) => (isBlank(value) ? [] : [nameIn(value)]))
  return texts.filter((text) => text !== null && isNameText(text)).length >= texts.length * minNameShare
}

/** Returns the text of a value that may be a name; null for a list of several texts, and for other values. */
function nameIn(value: Decoded | undefined): string | null {
  const single = isList(value) ? (value.length === 1 ? value[0] : null) : value
  return isScalar(single) && typeof single === 'string' ? single : null
}
