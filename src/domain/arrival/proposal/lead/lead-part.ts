import { isBlank } from '../../mapping/decoded.ts'
import type { Path } from '../../mapping/path.ts'
import type { PlaceName } from '../candidate.ts'
import { type CandidateValues, comparedText } from '../candidate-values.ts'
import { type Concept, wordsOfName } from '../names.ts'
import type { AddressSurvey, SurveyedAddress } from './address-survey.ts'
import { type Facet, facetOf, isFacet, prefixOf } from './facet.ts'
import { isOwn, type OwnIdentity, sendsNotices } from './own-identity.ts'
import { holderOf, leadsToLead, nameFacets, Party, type PersonalPlace, personalOf } from './party.ts'
import { type Refusal, refusal } from './refusal.ts'
import { isShared, refusedPlaces, sideAround, textsIn, variety } from './refused-places.ts'
import { sideOf } from './roles.ts'

/** The facts besides the records that decide who the lead is: the bodies around them and the receiving organization. */
export interface BodiesAround {
  readonly survey: AddressSurvey
  readonly ownIdentity: OwnIdentity
  /** The path from a body to its records. */
  readonly root: Path
  /** Whether the table has a column for an address, so that a name without one is no person for it. */
  readonly wantsAddress: boolean
}

/**
 * The part of the records that is about the lead. People are found by their form, an object or a prefix of keys with an
 * address and a name, whatever its key is. People of the seller's side are left out, and if several people remain and
 * nothing tells which one is the lead, there is no lead.
 */
export class LeadPart {
  readonly #refused: ReadonlyMap<CandidateValues, Refusal>
  readonly #personal = new Map<CandidateValues, PersonalPlace>()
  readonly #parties = new Map<string, Party>()
  readonly #rootKeys: readonly string[]
  readonly #lead: Party | null
  /** The parties that hold the lead's address. */
  readonly #same: readonly Party[]
  readonly #names: Party | null
  readonly #phones: Party | null
  readonly #isAmbiguous: boolean
  /** The results of `refusalFor`, because a table may have hundreds of columns of one kind. */
  readonly #reasons = new Map<Facet, Refusal | null>()
  /** Whether an address that belongs to nobody on the seller's side is neither the lead's nor explained. */
  readonly hasOtherAddress: boolean

  constructor(places: readonly CandidateValues[], around: BodiesAround) {
    const { survey, ownIdentity, root } = around
    this.#rootKeys = root.filter((segment) => typeof segment === 'string')
    for (const place of places) {
      const facetOfPlace = personalOf(place)
      if (facetOfPlace === null) continue
      const holder = holderOf(place.candidate.enclosingKeys)
      const party = JSON.stringify([holder, facetOfPlace.prefix])
      this.#personal.set(place, { place, facet: facetOfPlace.facet, party })
      if (!this.#parties.has(party)) this.#parties.set(party, new Party(holder, facetOfPlace.prefix))
    }
    this.#refused = refusedPlaces([...this.#personal.values()], this.#rootKeys, ownIdentity)
    for (const { place, facet, party } of this.#personal.values())
      if (!this.#refused.has(place)) this.#parties.get(party)?.add(facet, place)
    const { lead, same, others } = chosenFrom([...this.#parties.values()], around)
    const outside = outsideOf(survey, this.#addressesOf(same), this.#refusedAddresses(), ownIdentity)
    this.#isAmbiguous =
      lead === null ? others.length > 0 : outside.some((address) => competes(address, lead, around))
    this.#lead = this.#isAmbiguous ? null : lead
    this.#same = this.#lead === null ? [] : same
    this.hasOtherAddress =
      others.some(({ prefix }) => !isSpare(prefix)) || outside.length > 0 || !survey.isComplete
    this.#names = this.#relatedWith(nameFacets)
    this.#phones = this.#relatedWith(['phone'])
  }

  /** Returns whether a place may fill a column for a person's value of this kind. */
  allows(place: CandidateValues, concept: Concept): boolean {
    const lead = this.#lead
    if (this.#refused.has(place)) return false
    const personal = this.#personal.get(place)
    if (personal === undefined) return false
    const party = this.#parties.get(personal.party)
    if (party === undefined || lead === null) return false
    if (place.kind === null && personal.facet === concept) return this.#isBlankOfLead(party, lead)
    if (concept === 'email') return personal.facet === 'email' && this.#same.includes(party)
    if (concept === 'phone') return personal.facet === 'phone' && party === this.#phones
    if (concept === 'company') return personal.facet === 'company' && this.#isCompany(party, lead)
    return (nameFacets as readonly Concept[]).includes(concept) && this.#isNameParty(party, lead)
  }

  /** Returns the kind of the lead's value at a place; null if the place holds no value of the lead. */
  facetOf(place: CandidateValues): Facet | null {
    const facet = this.#personal.get(place)?.facet
    return facet !== undefined && this.allows(place, facet) ? facet : null
  }

  /** Returns whether the keys of a place may name a person of the seller, as `user` does, so that a person must look. */
  mayBeOfSeller(place: CandidateValues): boolean {
    const personal = this.#personal.get(place)
    return personal !== undefined && sideAround(personal, this.#rootKeys) === 'either'
  }

  /** Returns the names by which a place is compared with columns as if its object had no key of its own. */
  namesOf(place: CandidateValues): readonly PlaceName[] {
    const lead = this.#lead
    if (lead === null) return []
    const personal = this.#personal.get(place)
    const isBeside = JSON.stringify(holderOf(place.candidate.enclosingKeys)) === JSON.stringify(lead.holder)
    if (personal !== undefined && (isBeside || this.allows(place, personal.facet)))
      return [{ words: wordsOf[personal.facet], weight: 1, asks: false }]
    return isBeside
      ? [{ words: wordsOfName(place.candidate.enclosingKeys.at(-1) ?? ''), weight: 1, asks: false }]
      : []
  }

  /** Returns why a place fills no column for people; null if it may fill one or is no value of a person. */
  refusalOf(place: CandidateValues): Refusal | null {
    const refused = this.#refused.get(place)
    if (refused !== undefined) return refused
    const personal = this.#personal.get(place)
    if (personal === undefined || place.values.every(isBlank)) return null
    if (this.#isAmbiguous) return refusal('SEVERAL_PEOPLE')
    return this.#lead === null || this.allows(place, personal.facet) ? null : refusal('OUTSIDE_PERSON')
  }

  /**
   * Returns why a column about a person is not filled: values outside of the lead's part may belong to it, or its values
   * belong to another person; null if the bodies have no such values.
   */
  refusalFor(concept: Concept | null): Refusal | null {
    if (!isFacet(concept)) return null
    const cachedRefusal = this.#reasons.get(concept)
    if (cachedRefusal !== undefined) return cachedRefusal
    const reason = this.#reasonFor(concept)
    this.#reasons.set(concept, reason)
    return reason
  }

  #reasonFor(concept: Facet): Refusal | null {
    const facets = nameFacets.includes(concept) ? nameFacets : [concept]
    const isWanted = (place: PersonalPlace) =>
      facets.includes(place.facet) && !place.place.values.every(isBlank)
    const wanted = [...this.#personal.values()].filter(isWanted)
    const open = wanted.filter(({ place }) => !this.#refused.has(place))
    if (this.#isAmbiguous && (open.length > 0 || concept === 'email')) return refusal('SEVERAL_PEOPLE')
    if (concept !== 'company' && open.some(({ party }) => this.#mayBeOfLead(party)))
      return refusal('OUTSIDE_PERSON')
    const [first] = wanted
    return first === undefined ? null : (this.#refused.get(first.place) ?? null)
  }

  #mayBeOfLead(id: string): boolean {
    const party = this.#parties.get(id)
    if (party === undefined || party === this.#names || party === this.#phones || this.#same.includes(party))
      return false
    const hasOwn = party.hasName ? this.#names !== null : this.#phones !== null
    return !hasOwn && (leadsToLead(party.holder) || party.with('firstName').length > 0 || party.hasAddress)
  }

  /** Returns whether blank values of a party are the lead's, so that later bodies may fill them. */
  #isBlankOfLead(party: Party, lead: Party): boolean {
    if (party === lead || this.#same.includes(party)) return true
    return party.isOfPrefixOfLead && (isSameHolder(party, lead) || leadsToLead(party.holder))
  }

  #isNameParty(party: Party, lead: Party): boolean {
    if (party === this.#names) return true
    // `contact_name` beside `email` and a `name` of another thing is the lead's name.
    return (
      this.#names === lead &&
      lead.prefix === '' &&
      isSameHolder(party, lead) &&
      party.isOfPrefixOfLead &&
      !party.hasAddress
    )
  }

  #isCompany(party: Party, lead: Party): boolean {
    if (party === lead || this.#same.includes(party) || party === this.#names) return true
    if (isSameHolder(party, lead)) return true
    const isWithin = lead.holder.every((key, at) => party.holder[at] === key)
    if (isWithin) return party.holder.length <= lead.holder.length + 2
    if (this.#isAbove(party, lead)) return true
    // An object `company` beside the lead is the lead's; an `account` there is as often that of the sender.
    return /^(?:associated)?(?:company|firma|unternehmen|entreprise|empresa|employer)$/.test(
      wordsOfName(party.holder.findLast((key) => !leadsToLead([key])) ?? '').join(''),
    )
  }

  #isAbove(party: Party, lead: Party): boolean {
    return (
      party.holder.length < lead.holder.length && party.holder.every((key, at) => lead.holder[at] === key)
    )
  }

  /**
   * Returns whether the company at a place may be that of the sender, because it is outside of the lead's object and
   * the bodies do not show that it differs between people.
   */
  isCompanyInDoubt(place: CandidateValues): boolean {
    const personal = this.#personal.get(place)
    const party = personal === undefined ? undefined : this.#parties.get(personal.party)
    if (personal?.facet !== 'company' || party === undefined || this.#lead === null) return false
    const isOfSender = this.#isAbove(party, this.#lead) || party.holder.some(namesSender)
    return isOfSender && variety(place).different < 2
  }

  /** Returns the party from which the lead's names or phone numbers are taken; null if there is none or two differ. */
  #relatedWith(facets: readonly Facet[]): Party | null {
    const lead = this.#lead
    if (lead === null) return null
    const has = (party: Party) => facets.some((facet) => party.with(facet).length > 0)
    const direct = [lead, ...this.#same].find(has)
    if (direct !== undefined) return direct
    const seeksNames = facets === nameFacets
    const all = [...this.#parties.values()].filter(
      (party) => has(party) && !this.#same.includes(party) && party.with('email').length === 0,
    )
    const beside = all.filter((party) => isSameHolder(party, lead) && party.isOfPrefixOfLead)
    const near = beside.length > 0 ? beside : all.filter((party) => this.#isNear(party, lead, seeksNames))
    const [first] = near
    if (first === undefined) return null
    const isOne = near.every((party) =>
      facets.every((facet) => !differ(first.with(facet)[0], party.with(facet)[0])),
    )
    return isOne ? first : null
  }

  /** Returns whether a party without an e-mail address may be the lead by its place beside the lead's address. */
  #isNear(party: Party, lead: Party, isName: boolean): boolean {
    if (this.#hasNameOfLead(party)) return true
    const isPerson =
      (party.with('firstName').length > 0 && party.with('lastName').length > 0) ||
      (party.with('name').length > 0 && party.with('phone').length > 0)
    const key = party.holder.at(-1) ?? ''
    const isNamed =
      leadsToLead([key]) || wordsOfName(key).some((word) => /^(?:names?|contact|person)$/.test(word))
    const isWithin = lead.holder.every((part, at) => party.holder[at] === part)
    const isChild = isWithin && party.holder.length <= lead.holder.length + (isPerson ? 2 : 1)
    if (!isName) return leadsToLead(party.holder) || (isChild && (isNamed || isPerson))
    if (isChild) return isNamed || isPerson
    const isAbove = isDirectChild(lead.holder, party.holder)
    const isBesideLead = isDirectChild(lead.holder, party.holder.slice(0, -1)) && party.holder.length > 0
    return (isAbove && isPerson) || (isBesideLead && (isPerson || isNamed))
  }

  #hasNameOfLead(party: Party): boolean {
    const leadParty = [this.#lead, ...this.#same].find((one) => one?.hasName === true)
    if (leadParty === undefined || leadParty === null) return false
    return nameFacets.some((facet) => {
      const [one, other] = [leadParty.with(facet)[0], party.with(facet)[0]]
      return one !== undefined && other !== undefined && !differ(one, other)
    })
  }

  #addressesOf(parties: readonly Party[]): ReadonlySet<string> {
    return addressesIn(parties.flatMap((party) => party.with('email')))
  }

  #refusedAddresses(): ReadonlySet<string> {
    return addressesIn([...this.#refused.keys()])
  }
}

const wordsOf: Readonly<Record<Facet, readonly string[]>> = {
  email: ['email'],
  phone: ['phone'],
  firstName: ['first', 'name'],
  lastName: ['last', 'name'],
  name: ['name'],
  company: ['company'],
}

/** Returns whether a key may name the organization that sends the bodies, and not that of the lead. */
function namesSender(key: string): boolean {
  return wordsOfName(key).some((word) =>
    /^(?:account|organi[sz]ation|org|workspace|team|tenant|client)$/.test(word),
  )
}

/** Returns whether records are the items of a list inside a body, and not the body or its items. */
function isListInBody(root: Path): boolean {
  return (
    root.some((segment) => typeof segment !== 'string') && root.some((segment) => typeof segment === 'string')
  )
}

interface Choice {
  readonly lead: Party | null
  readonly same: readonly Party[]
  /** The parties with an address that is not the lead's. */
  readonly others: readonly Party[]
}

/** Chooses the lead among the parties of the records: the one with an address and the strongest evidence. */
function chosenFrom(parties: readonly Party[], { root, wantsAddress }: BodiesAround): Choice {
  for (const facet of ['email', 'phone'] as const) {
    const addressed = parties.filter((party) => party.with(facet).length > 0)
    if (addressed.length === 0) continue
    const strongest = Math.max(...addressed.map(({ evidence }) => evidence))
    const best = addressed.filter(({ evidence, prefix }) => evidence === strongest && !isSpare(prefix))
    const [first] = best
    if (first === undefined) return { lead: null, same: [], others: addressed }
    const isSame = (party: Party) => !differ(first.with(facet)[0], party.with(facet)[0])
    const same = addressed.filter(isSame)
    const others = addressed.filter((party) => !isSame(party))
    if (!best.every(isSame)) return { lead: null, same: [], others: addressed }
    return {
      lead: best.find(({ hasName }) => hasName) ?? first,
      same,
      others: facet === 'email' ? others : [],
    }
  }
  // A `name` alone may be that of a list or a form, as "Newsletter" is.
  const isStrict = wantsAddress || isListInBody(root)
  const named = parties.filter(
    (party) =>
      party.hasName &&
      leadsToLead(party.holder) &&
      party.isOfPrefixOfLead &&
      (!isStrict || (party.with('firstName').length > 0 && party.with('lastName').length > 0)),
  )
  return { lead: named[0] ?? null, same: named.slice(0, 1), others: [] }
}

const spare = new Set('secondary second alternate alternative alt other additional backup 2'.split(' '))

/** Returns whether words before an address say that it is another address of the same person. */
function isSpare(prefix: string): boolean {
  return prefix !== '' && prefix.split(' ').some((word) => spare.has(word))
}

/** Returns whether two places have different values in a record that has both. */
function differ(values: CandidateValues | undefined, other: CandidateValues | undefined): boolean {
  if (values === undefined || other === undefined) return false
  return values.values.some((value, at) => {
    const beside = other.values[at]
    if (isBlank(value) || isBlank(beside)) return false
    return comparedText(value).toLowerCase() !== comparedText(beside).toLowerCase()
  })
}

function isSameHolder(party: Party, other: Party): boolean {
  return JSON.stringify(party.holder) === JSON.stringify(other.holder)
}

function isDirectChild(child: readonly string[], parent: readonly string[]): boolean {
  return child.length === parent.length + 1 && parent.every((key, at) => child[at] === key)
}

function addressesIn(places: readonly CandidateValues[]): ReadonlySet<string> {
  return new Set(
    places.flatMap(({ values }) => values.flatMap(textsIn)).map((text) => text.trim().toLowerCase()),
  )
}

/** Returns the surveyed addresses that are neither the lead's nor those of the seller's side. */
function outsideOf(
  { addresses }: AddressSurvey,
  lead: ReadonlySet<string>,
  refused: ReadonlySet<string>,
  side: OwnIdentity,
): readonly SurveyedAddress[] {
  const varieties = addresses.map(({ values }) => {
    const texts = values.filter((set) => set.size > 0).map((set) => JSON.stringify([...set].toSorted()))
    return { values: texts.length, different: new Set(texts).size }
  })
  return addresses.filter(({ keys, values }, at) => {
    if (sideOf(keys, null) !== null || isSpare(prefixIn(keys))) return false
    const addressVariety = varieties[at]
    if (addressVariety !== undefined && isShared(addressVariety, varieties)) return false
    const isExplained = (text: string) =>
      lead.has(text) || refused.has(text) || isOwn(text, side) || sendsNotices(text)
    const texts = values.flatMap((set) => [...set])
    // The records of a list beyond the examined ones have addresses that the lead's place did not show.
    const isOfLead = texts.filter((text) => lead.has(text)).length >= texts.length / 2 && texts.length > 50
    return !isOfLead && !texts.every(isExplained)
  })
}

function prefixIn(keys: readonly string[]): string {
  const words = wordsOfName(keys.at(-1) ?? '')
  return facetOf(words)?.prefix ?? prefixOf(words)
}

/**
 * Returns whether an address that the records do not show is as likely the lead's as the chosen one. An address in the
 * same object is another address of the same person.
 */
function competes({ keys, hasName }: SurveyedAddress, lead: Party, { root }: BodiesAround): boolean {
  const holder = holderOf(keys)
  const leadHolder = [...root.filter((segment) => typeof segment === 'string'), ...lead.holder]
  if (isListInBody(root) && lead.with('email').length === 0) return true
  if (JSON.stringify(holder) === JSON.stringify(leadHolder)) return false
  const { isOfPrefixOfLead } = new Party(holder, prefixIn(keys))
  const evidence = leadsToLead(holder) && isOfPrefixOfLead ? 3 : hasName ? 2 : 1
  return evidence >= (leadsToLead(leadHolder) ? lead.evidence : Math.min(2, lead.evidence))
}
