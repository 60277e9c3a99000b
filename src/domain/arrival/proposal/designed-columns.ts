import { cutText } from '../../text/storable-text.ts'
import { isBlank } from '../mapping/decoded.ts'
import { type AssignedColumn, closenessToLead } from './assignment.ts'
import { isText } from './candidate.ts'
import type { CandidateValues } from './candidate-values.ts'
import { isFacet } from './lead/facet.ts'
import type { LeadPart } from './lead/lead-part.ts'
import { type Concept, isAboutTheLead, plainName, wordsOfName } from './names.ts'

const maxDesignedColumns = 40
const maxNameLength = 60

const names: Partial<Record<Concept, string>> = {
  email: 'email',
  phone: 'phone',
  firstName: 'first_name',
  lastName: 'last_name',
  name: 'name',
  company: 'company',
  jobTitle: 'job_title',
  createdAt: 'created_at',
}
const sureness: Partial<Record<Concept, number>> = { email: 1, phone: 0.95, firstName: 0.95, lastName: 0.95 }

/**
 * Proposes columns for a table without columns, from the values about the lead in its first arrivals. Known
 * values get usual column names; others keep the source's names, and answers of a form keep their questions.
 */
export function designedColumns(
  places: readonly CandidateValues[],
  lead: LeadPart,
): readonly AssignedColumn[] {
  const columns = new Map<string, AssignedColumn>()
  const about = new Set(places.filter(isAboutLead).map(({ candidate }) => parentOf(candidate.path)))
  for (const place of places) {
    if (columns.size >= maxDesignedColumns) break
    const isBeside = about.has(parentOf(place.candidate.path))
    const concept = lead.facetOf(place) ?? place.concept
    if (place.values.every(isBlank) && concept === null) continue
    if (about.size > 0 && !isBeside && concept === null) continue
    if (isMark(place) || place.kind === 'structured') continue
    if (lead.refusalOf(place) !== null) continue
    if (isFacet(concept) && !lead.allows(place, concept)) continue
    const column = nameOf(place.candidate, concept)
    if (column === '' || columns.has(column)) continue
    const confidence = concept === null ? 0.5 : (sureness[concept] ?? 0.85)
    columns.set(column, {
      column,
      uses: [place],
      template: null,
      values: place.values,
      confidence,
      isClear: confidence >= 0.8,
    })
  }
  return [...columns.values()]
}

function isAboutLead({ candidate, concept, kind }: CandidateValues): boolean {
  if (closenessToLead(candidate) < 1) return false
  return kind === 'email' || (concept !== null && (concept === 'firstName' || concept === 'phone'))
}

/**
 * Returns the path of the outermost list around a place in a body, or else of the object that contains the
 * place, as text. Places with the same result are beside each other, such as all answers of a form.
 */
function parentOf(path: CandidateValues['candidate']['path']): string {
  const at = path.findIndex((segment) => typeof segment !== 'string')
  if (at !== -1) return JSON.stringify(path.slice(0, at))
  const end = path.at(-1) === 'value' ? -2 : -1
  return JSON.stringify(path.slice(0, end))
}

/** Labels of values that identify deliveries instead of leads. No column is proposed for such values. */
const marks = new Set(
  [
    'eventid',
    'messageid',
    'webhookid',
    'subscriptionid',
    'portalid',
    'appid',
    'attempt',
    'attemptnumber',
  ].concat(['eventtype', 'subscriptiontype', 'version', 'apiversion', 'livemode', 'object']),
)

function isMark({ candidate }: CandidateValues): boolean {
  if (candidate.label.startsWith('@')) return true
  return marks.has(wordsOfName(candidate.label).join('')) || plainName(wordsOfName(candidate.label)) === ''
}

/** Returns whether a source wrote a value under a question, or beside the text of its question. */
function isQuestion({ label, enclosingKeys }: CandidateValues['candidate']): boolean {
  return label !== enclosingKeys.at(-1) || label.trim().endsWith('?')
}

/** Returns a question as the name of a column: a long question is cut after its last word that fits. */
function cutAtWord(text: string): string {
  return text.length <= maxNameLength ? text : cutText(text, maxNameLength).replace(/\s+\S*$/, '')
}

function nameOf(candidate: CandidateValues['candidate'], concept: Concept | null): string {
  const known = concept === null ? undefined : names[concept]
  if (known !== undefined) return known
  if (isQuestion(candidate)) return cutAtWord(candidate.label.trim().replaceAll(/\s+/g, ' '))
  const [best] = candidate.names
  const inOther = best !== undefined && best.weight < 1
  const words = inOther ? best.words : wordsOfName(candidate.label)
  const said = isText(candidate.label) ? words.filter((word) => !isAboutTheLead(word, false)) : words
  return cutText((said.length === 0 ? words : said).join('_'), maxNameLength)
}
