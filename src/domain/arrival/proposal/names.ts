import { cutText } from '../../text/storable-text.ts'

/**
 * Returns the words of a name in lower case. "E-Mail Address", `emailAddress` and `Email_Address__c` have the
 * same words.
 */
export function wordsOfName(name: string): readonly string[] {
  return cutText(name, maxNameLength)
    .replace(jotformKey, '$2')
    .replace(/__c$/i, '')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/**
 * Matches the name of a question in Jotform: its number, its text, and the number again if another question
 * has the same text.
 */
const jotformKey = /^q(\d{1,4})_\d{0,3}(\D.*?)(?:\1)?$/

/**
 * The number of characters of a key or question that are compared with a column name. A longer name is a
 * question, and its first words identify it.
 */
export const maxNameLength = 200

/** Words of a key or question that say whose a value is or that ask for it, but not what the value is. */
const beside = new Set(
  [
    'contact contacts lead leads person people customer customers user subscriber attendee invitee prospect client',
    'properties fields field traits data object payload body record records item items attributes current merges hidden',
    'answers answer response responses submission submitter custom values value question questions inputs list s sobject',
    'json associated primary main your my our the a an of for please enter what is are whats ihr ihre dein deine wie lautet',
    'votre quel quelle est tu su cual es which do you us we in to at',
  ].flatMap((words) => words.split(' ')),
)

/**
 * Keys of objects that say nothing about the content of the object, such as `event` in `event.data`. The key
 * `event` directly above a value does say something: `event.name` is the name of an event.
 */
const holders = new Set([
  'event',
  'formresponse',
  'formsubmission',
  'fielddata',
  'rawrequest',
  'questionsandanswers',
])

/** Returns whether an object under a key is about the lead, not about a company, an owner or a workflow. */
export function isAboutTheLead(key: string, isParent: boolean): boolean {
  const words = wordsOfName(key)
  if (words.length > 0 && words.every((word) => beside.has(word))) return true
  const holder = words.join('')
  return holders.has(holder) && !(isParent && holder === 'event')
}

/**
 * Returns whether a word of a key says what a value is. The numbers that Jotform puts before names do not:
 * `q4_email`.
 */
function saysWhat(word: string): boolean {
  return !beside.has(word) && !/^q\d{1,3}$/.test(word)
}

/** Returns whether a word of a key says whose a value is or asks for it, but not what the value is. */
export function isFiller(word: string): boolean {
  return beside.has(word)
}

/** Returns a name without the words that do not say what the value is; the whole name if no word is left. */
export function plainName(words: readonly string[]): string {
  const said = words.filter(saysWhat)
  return (said.length === 0 ? words : said).join('')
}

const concepts = {
  email:
    'email mail emailaddress emailaddresses mailaddress emailadresse mailadresse emails mails em correo correoelectronico courriel workemail businessemail companyemail emailwork email1',
  phone:
    'phone phones phonenumber phonenumbers phoneno telephone telephonenumber tel telno ph mobile mobilephone mobilenumber cell cellphone workphone businessphone telefon telefonnummer handy handynummer mobil mobilnummer telefono telephonemobile whatsapp msisdn phone1',
  firstName: 'firstname namefirst fname givenname forename first vorname prenom nombre',
  lastName:
    'lastname namelast lname surname familyname last nachname familienname apellido apellidos nomdefamille',
  name: 'name fullname displayname realname legalname vollstandigername nomcomplet nombrecompleto',
  company:
    'company companyname organization organizationname organisation organisationname org orgname account accountname firm firma business businessname unternehmen firmenname societe entreprise empresa employer',
  jobTitle: 'jobtitle title position jobposition role jobrole berufsbezeichnung funktion poste cargo',
  website: 'website url web homepage site websiteurl webseite siteweb companywebsite domain',
  country: 'country countryname land pays pais',
  city: 'city town ort stadt ville ciudad',
  zip: 'zip zipcode postalcode postcode plz postleitzahl codepostal',
  status: 'state region province bundesland',
  street: 'street address address1 addressline1 streetaddress strasse adresse fulladdress direccion',
  message: 'message comment comments note notes nachricht anmerkung description mensaje remarques inquiry',
  source: 'source leadsource quelle origin',
  createdAt:
    'createdat created createdate createddate createdtime creationdate datecreated timestamp addtime submittedat submitted submissiontime submissiondate signupdate',
  employees:
    'employees numemployees numberofemployees employeecount numberemployees companysize size headcount',
  revenue: 'revenue annualrevenue umsatz',
  industry: 'industry branche sector',
  language: 'language lang locale sprache langue',
  birthday: 'birthday birthdate dateofbirth dob geburtsdatum geburtstag',
  linkedin: 'linkedin linkedinurl linkedinprofile linkedinprofileurl',
} as const
export type Concept = keyof typeof concepts

const conceptByName = new Map(
  Object.entries(concepts).flatMap(([concept, names]) =>
    names.split(' ').map((name) => [name, concept as Concept] as const),
  ),
)

/** Returns the concept that a name of joined words in lower case means; null if it means none. */
export function conceptNamed(name: string): Concept | null {
  return conceptByName.get(name) ?? null
}

export function conceptOf(words: readonly string[]): Concept | null {
  return conceptByName.get(words.join('')) ?? conceptByName.get(plainName(words)) ?? null
}

/** The forms of a key or question that are computed once and then compared with the names of all columns. */
export interface Compared {
  readonly joined: string
  readonly plain: string
  readonly singular: string
  readonly concept: Concept | null
  readonly questionConcept: Concept | null
  readonly said: ReadonlySet<string>
}

/**
 * Caches the compared forms of names. Guessing a mapping compares up to 1,000 columns with 500 places for each
 * possible path to the records.
 */
const compared = new WeakMap<readonly string[], Compared>()

/** Returns the forms by which a name is compared with other names. */
export function comparedBy(words: readonly string[]): Compared {
  const known = compared.get(words)
  if (known !== undefined) return known
  const plain = plainName(words)
  const rest = words.filter(saysWhat)
  const made = {
    joined: words.join(''),
    plain,
    singular: singular(plain),
    concept: conceptOf(words),
    questionConcept: conceptRequestedFor(words),
    said: new Set((rest.length === 0 ? words : rest).map(singular)),
  }
  compared.set(words, made)
  return made
}

/**
 * Words that mean a concept, such as a name or a phone number, only if they are the whole name. In a question
 * they may mean anything.
 */
const vague = new Set(
  'first last name title size role site state source domain position note account web land ort em ph org cell address lang region origin'.split(
    ' ',
  ),
)

/**
 * Returns the concept, such as e-mail or phone, that a question of a form asks for; null if there is none.
 * Example: "Where can we reach you by e-mail address?"
 */
export function conceptRequestedFor(words: readonly string[]): Concept | null {
  for (let length = 3; length >= 1; length--) {
    for (let at = 0; at + length <= words.length; at++) {
      const name = words.slice(at, at + length).join('')
      const concept = conceptByName.get(name)
      if (concept !== undefined && !vague.has(name)) return concept
    }
  }
  return null
}

/** Returns how similar the name of a column is to the name of a place in delivered records, from 0 to 1. */
export function likeness(one: readonly string[], other: readonly string[], asks: boolean): number {
  if (one.length === 0 || other.length === 0) return 0
  const [column, place] = [comparedBy(one), comparedBy(other)]
  if (column.joined === place.joined) return 1
  if (column.plain === place.plain) return 0.95
  if (column.concept !== null) {
    if (column.concept === place.concept) return place.joined === 'timestamp' ? 0.8 : 0.9
    return asks && place.concept === null && place.questionConcept === column.concept ? 0.85 : 0
  }
  if (place.concept !== null) return 0
  if (column.singular === place.singular) return 0.9
  return overlap(column.said, place.said, asks)
}

function singular(word: string): string {
  return word.replace(/(?:e?s)$/, '')
}

/**
 * Returns the similarity of two names by shared words; 0 unless the longer name contains all words of the
 * shorter name.
 */
function overlap(said: ReadonlySet<string>, otherSaid: ReadonlySet<string>, asks: boolean): number {
  let shared = 0
  for (const word of said) if (otherSaid.has(word)) shared++
  if (shared === 0 || shared < Math.min(said.size, otherSaid.size)) return 0
  // Additional words of a question do not make it less similar to a column name, because a question contains
  // more words than the name of the value.
  if (asks && shared === said.size) return 0.6
  return 0.35 + 0.4 * (shared / Math.max(said.size, otherSaid.size))
}
