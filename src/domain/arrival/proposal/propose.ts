import type { WorkInParts } from '../../parts.ts'
import type { Cell } from '../../record-cells.ts'
import type { ColumnType } from '../../table/column/column-type.ts'
import { recognizedType } from '../../table/column/recognized-type.ts'
import type { Match } from '../../table/match.ts'
import type { TableSchema } from '../../table/table-schema.ts'
import { cutText } from '../../text/storable-text.ts'
import type { ArrivalReason } from '../arrival.ts'
import { type NamedMapping, readDelivery } from '../delivery/delivery-reading.ts'
import { type Decoded, isBlank, isBlankWithin, isList, isScalar } from '../mapping/decoded.ts'
import { Effort, EffortSpent } from '../mapping/effort.ts'
import type { DeliveryContext } from '../mapping/map-delivery.ts'
import type { Mapping, MappingField } from '../mapping/mapping.ts'
import { type Path, valueAt, valuesAt } from '../mapping/path.ts'
import type { Transform } from '../transform/transform.ts'
import { type AssignedColumn, assignPlaces, candidateValuesOf } from './assignment.ts'
import { type Candidate, candidatesIn, textPartOf, valueOfPlace } from './candidate.ts'
import type { CandidateValues } from './candidate-values.ts'
import { essentialColumns } from './clear-proposal.ts'
import { designedColumns } from './designed-columns.ts'
import { eventsOf } from './events.ts'
import { fittingTransforms, isDated } from './fitting-transforms.ts'
import { holdsOnlyIds } from './ids-only-body.ts'
import { addressSurvey } from './lead/address-survey.ts'
import { isFacet } from './lead/facet.ts'
import { type BodiesAround, LeadPart } from './lead/lead-part.ts'
import { noIdentity, type OwnIdentity } from './lead/own-identity.ts'
import { isOpen, type Refusal } from './lead/refusal.ts'
import { type Concept, conceptOf, wordsOfName } from './names.ts'
import { idsOnly, noticeOf, unreadable } from './notice.ts'
import type { HoldingReason, MappingProposal, ProposedColumn, UnmappedField } from './proposal.ts'
import { rootsOf } from './record-roots.ts'

/** The facts about a table that a proposal depends on. */
export interface ProposedFor {
  readonly tableSchema: TableSchema
  /** The existing mappings of the table. The proposed mapping is tried after them. */
  readonly mappings: readonly NamedMapping[]
  /** The addresses and names of the organization itself, which are never proposed for a lead; by default unknown. */
  readonly ownIdentity?: OwnIdentity
}

export interface ReadBody {
  /** The decoded body from which a mapping is guessed; null if the body cannot be read. */
  readonly decoded: Decoded | null
  readonly context: DeliveryContext
}

/**
 * The numbers of records from which a mapping is guessed, and the work steps of 0.25 µs that the guess may take.
 * If guessing from 50 records takes longer, the mapping is guessed from one.
 */
const attempts = [
  { maxRecords: 50, maxSteps: 1_500_000 },
  { maxRecords: 1, maxSteps: 500_000 },
]
const maxLeftOver = 200
/** The work steps for finding the kind of a value, and for finding the transform of a value in a date column. */
const stepsPerKind = 10
const stepsPerDate = 200

/**
 * Guesses a mapping for bodies of one format from the names of keys, the kinds of values and their depth. For
 * a table without columns, it proposes columns too. Guesses no columns if that takes too much work.
 */
export function* propose(
  bodies: readonly ReadBody[],
  { tableSchema, mappings, ownIdentity = noIdentity }: ProposedFor,
  name: string,
): WorkInParts<MappingProposal> {
  const table = tableSchema
  const decoded = bodies.flatMap((body) => (body.decoded === null ? [] : [body.decoded]))
  // A body with only ids contains no lead that can be written to, so no columns are proposed from it.
  const haveOnlyIds = decoded.length > 0 && decoded.every(holdsOnlyIds)
  const survey = yield* addressSurvey(decoded)
  const { root, records, assignment, places, fields, lead } = haveOnlyIds
    ? nothingIn(decoded)
    : yield* guessed(decoded, table.columns, { survey, ownIdentity })
  const isDesigned = table.columns.length === 0
  const mapping: Mapping = {
    name,
    match: { where: eventsOf(decoded, root, records), requires: requiredBy(assignment, root, table.match) },
    root,
    fields: [...fields, ...emptyFields(tableSchema, assignment, lead)],
    action: table.match === null ? 'insert' : 'upsert',
  }
  const used = new Set(assignment.flatMap(({ uses }) => uses))
  return {
    mapping,
    columns: columnsOf(isDesigned ? assignment.map(({ column }) => column) : table.columns, {
      assignment,
      lead,
      isNew: isDesigned,
    }),
    unmapped: places
      .filter((place) => isWhole(place) && !used.has(place))
      .slice(0, maxLeftOver)
      .map((place) => leftOverOf(place, lead)),
    examined: records.length,
    warning: decoded.length === 0 ? unreadable : haveOnlyIds ? idsOnly : noticeOf(places, assignment),
    ...(yield* outcome(bodies, mapping, {
      tableSchema: isDesigned ? tableSchema.withColumns(assignment.map(({ column }) => column)) : tableSchema,
      mappings,
      ownIdentity,
    })),
  }
}

interface Guess {
  readonly root: Path
  readonly records: readonly Decoded[]
  readonly places: readonly CandidateValues[]
  readonly assignment: readonly AssignedColumn[]
  /** The part of the records that is about the lead; null if the records were not examined. */
  readonly lead: LeadPart | null
}

/** A guess with the fields of the mapping. */
interface FilledGuess extends Guess {
  readonly fields: readonly MappingField[]
}

const nothing: FilledGuess = { root: [], records: [], places: [], assignment: [], lead: null, fields: [] }

/**
 * Returns a guess that treats each body as one record and fills no columns. Its mapping has only conditions
 * on the kind of body.
 */
function nothingIn(bodies: readonly Decoded[]): FilledGuess {
  const [root = []] = rootsOf(bodies)
  return { ...nothing, root, records: bodies.flatMap((body) => valuesAt(root, body, new Effort())) }
}

/**
 * Returns the best guess from up to 50 records, or from the first record if that takes too long. Returns an empty
 * guess if one record takes too long too.
 */
function* guessed(
  bodies: readonly Decoded[],
  columns: readonly string[],
  known: Pick<BodiesAround, 'survey' | 'ownIdentity'>,
): WorkInParts<FilledGuess> {
  for (const { maxRecords, maxSteps } of attempts) {
    const effort = new Effort(maxSteps)
    try {
      const best = yield* bestRoot(maxRecords, bodies, columns, { ...known, effort })
      return { ...best, fields: yield* fieldsOf(best.assignment, effort) }
    } catch (error) {
      if (!(error instanceof EffortSpent)) throw error
    }
  }
  return nothing
}

/** The facts that all guesses share, and the work that they may take together. */
interface Around extends Pick<BodiesAround, 'survey' | 'ownIdentity'> {
  readonly effort: Effort
}

/**
 * Returns the guess for the path to the records with the best assignment of columns, or with the most places
 * if no column is assigned. If several paths are equally good, the first and shortest is chosen.
 */
function* bestRoot(
  maxRecords: number,
  bodies: readonly Decoded[],
  columns: readonly string[],
  around: Around,
): WorkInParts<Guess> {
  const { effort } = around
  let best: (Guess & { readonly score: number }) | null = null
  for (const root of rootsOf(bodies)) {
    const records = bodies.flatMap((body) => valuesAt(root, body, effort)).slice(0, maxRecords)
    const guess = { root, records, ...(yield* guessFrom(records, columns, { ...around, root })) }
    const score = guess.assignment.reduce((sum, { confidence }) => sum + confidence ** 2, 0)
    const isBetter =
      best === null ||
      score > best.score + 0.05 ||
      (score === 0 && best.score === 0 && guess.places.length > best.places.length)
    if (isBetter) best = { ...guess, score }
  }
  return best ?? nothing
}

/** Guesses from which places of the records the columns are filled. */
function* guessFrom(
  records: readonly Decoded[],
  columns: readonly string[],
  { effort, root, survey, ownIdentity }: Around & { readonly root: Path },
): WorkInParts<Pick<Guess, 'places' | 'assignment' | 'lead'>> {
  const all: CandidateValues[] = []
  for (const candidate of yield* candidatesIn(records, effort)) {
    if (effort.isPartOver()) yield
    const values = valuesOf(candidate, records, effort)
    effort.spend(stepsPerKind * values.filter((value) => value !== undefined).length)
    all.push(candidateValuesOf(candidate, values))
  }
  const places = withoutRepeatedParts(all)
  const wantsAddress = columns.some((column) => isAddress(conceptOf(wordsOfName(column))))
  const lead = new LeadPart(places, { survey, ownIdentity, root, wantsAddress })
  const assignment =
    columns.length === 0
      ? designedColumns(places.filter(isWhole), lead)
      : yield* assignPlaces(columns, places, lead, effort)
  return { places, assignment, lead }
}

/**
 * Leaves out parts of texts about something that the records have as a value of its own, such as an e-mail address: a
 * text often repeats the fields of a form.
 */
function withoutRepeatedParts(places: readonly CandidateValues[]): readonly CandidateValues[] {
  const concepts = new Set(places.filter(isWhole).map(({ concept }) => concept))
  return places.filter((place) => isWhole(place) || place.concept === null || !concepts.has(place.concept))
}

function isWhole({ candidate }: CandidateValues): boolean {
  return textPartOf(candidate) === null
}

function isAddress(concept: Concept | null): boolean {
  return concept === 'email' || concept === 'phone'
}

function valuesOf(
  candidate: Candidate,
  records: readonly Decoded[],
  effort: Effort,
): readonly (Decoded | undefined)[] {
  const { path, otherwise } = candidate
  return records.map((record) => {
    const value = valueAt(path, record, effort)
    return isBlankWithin(value, effort) && otherwise !== null
      ? valueAt(otherwise, record, effort)
      : valueOfPlace(candidate, value)
  })
}

function* fieldsOf(
  assignment: readonly AssignedColumn[],
  effort: Effort,
): WorkInParts<readonly MappingField[]> {
  const fields: MappingField[] = []
  for (const column of assignment) {
    if (effort.isPartOver()) yield
    if (isDated(column.column)) effort.spend(stepsPerDate * column.values.length)
    fields.push(fieldOf(column))
  }
  return fields
}

function fieldOf({ column, uses, template }: AssignedColumn): MappingField {
  const [place] = uses
  if (template !== null) return { column, from: [{ template }], transform: [] }
  if (place === undefined) return { column, from: [], transform: [] }
  const { path, otherwise } = place.candidate
  return {
    column,
    from: [{ path }, ...(otherwise === null ? [] : [{ path: otherwise }])],
    transform: transformsFor(column, place),
  }
}

/**
 * Returns fields that leave the table's other columns empty, for a table that refuses records with missing
 * columns. A source without a company would otherwise have all its records held. The essential columns, and columns
 * to which other values of the bodies may belong, are left to a person.
 */
function emptyFields(
  { columns, match, missingColumns }: TableSchema,
  assignment: readonly AssignedColumn[],
  lead: LeadPart | null,
): readonly MappingField[] {
  if (missingColumns !== 'reject' || assignment.length === 0) return []
  const filled = new Set(assignment.map(({ column }) => column))
  const essential = essentialColumns(columns, match)
  return columns
    .filter((column) => !filled.has(column) && !essential.has(column) && !isOpen(refusalFor(column, lead)))
    .map((column) => ({ column, from: [{ constant: null }], transform: [] }))
}

function transformsFor(column: string, { candidate, values }: CandidateValues): readonly Transform[] {
  return [...joinOf(column, candidate), ...fittingTransforms(column, values)]
}

/**
 * Returns the transforms that make one value of a list. A list for a column about a person stays a list: with one item
 * it fills the column, and with several the record is held, because "a@example.com, b@example.com" is no address.
 */
function joinOf(column: string, { transform }: Candidate): readonly Transform[] {
  const concept = conceptOf(wordsOfName(column))
  return isFacet(concept) ? transform.filter((one) => one.do !== 'join' && one.do !== 'first') : transform
}

/**
 * Returns the paths that a body must have to match a proposed mapping: the match columns, otherwise the
 * address, otherwise the first place that all records have. Other values may be absent, because sources omit
 * what nobody entered.
 */
function requiredBy(assignment: readonly AssignedColumn[], root: Path, match: Match | null): readonly Path[] {
  const everywhere = assignment.filter(
    ({ uses, template }) =>
      template === null &&
      uses[0] !== undefined &&
      uses[0].candidate.otherwise === null &&
      uses[0].values.every((value) => value !== undefined),
  )
  const keys = everywhere.filter(({ column }) => match?.columns.includes(column) === true)
  const addresses = everywhere.filter(({ uses }) => uses[0]?.kind === 'email')
  const required = keys.length > 0 ? keys : (addresses.length > 0 ? addresses : everywhere).slice(0, 1)
  return required.flatMap(({ uses }) =>
    uses[0] === undefined ? [] : [[...root, ...holderIn(uses[0].candidate.path)]],
  )
}

/**
 * Returns the path to a form's list of answers, for a path to one answer. Unanswered questions are missing in
 * the list, so only the list can be required.
 */
function holderIn(path: Path): Path {
  const at = path.findIndex((segment) => typeof segment !== 'string')
  return at === -1 ? path : path.slice(0, at)
}

function columnsOf(
  names: readonly string[],
  { assignment, lead, isNew }: Pick<Guess, 'assignment' | 'lead'> & { readonly isNew: boolean },
): readonly ProposedColumn[] {
  const byColumn = new Map(assignment.map((column) => [column.column, column]))
  return names.map((column) => {
    const assignedColumn = byColumn.get(column)
    if (assignedColumn === undefined) {
      const refusal = refusalFor(column, lead)
      return {
        column,
        path: null,
        label: null,
        confidence: 0,
        isClear: false,
        samples: [],
        filled: 0,
        isNew,
        type: isNew ? 'text' : null,
        refusal,
      }
    }
    const { confidence, isClear, uses } = assignedColumn
    const { path = null, label = null } = uses[0]?.candidate ?? {}
    const { values } = assignedColumn
    const filled = values.filter((value) => value !== undefined && !isBlank(value)).length
    const source = { path, label, confidence: round(confidence), isClear, samples: samplesOf(values), filled }
    const type = isNew ? typeOf(column, values) : null
    return { column, ...source, isNew, type, refusal: null }
  })
}

/** Returns the type of a new column by the values of its place; text if some are lists. */
function typeOf(column: string, values: readonly (Decoded | undefined)[]): ColumnType {
  const cells = values.map((value) => value ?? null)
  return cells.every(isScalar) ? recognizedType(column, cells) : 'text'
}

function refusalFor(column: string, lead: LeadPart | null): Refusal | null {
  return lead?.refusalFor(conceptOf(wordsOfName(column))) ?? null
}

function round(confidence: number): number {
  return Math.round(confidence * 100) / 100
}

function leftOverOf(place: CandidateValues, lead: LeadPart | null): UnmappedField {
  const { candidate, values } = place
  const refusal = lead?.refusalOf(place) ?? null
  return { path: candidate.path, name: candidate.label, samples: samplesOf(values), refusal }
}

const maxSamples = 3
const maxSampleLength = 200

/**
 * Returns up to 3 different values of a place in the records, shortened to 200 characters, as samples for
 * people.
 */
function samplesOf(values: readonly (Decoded | undefined)[]): readonly Cell[] {
  const samples = new Set<Cell>()
  for (const value of values) {
    if (samples.size >= maxSamples) break
    const single = isList(value)
      ? value
          .filter(isScalar)
          .map((item) => item ?? '')
          .join(', ')
      : value
    if (single === undefined || isBlank(single) || !isScalar(single)) continue
    samples.add(typeof single === 'string' ? cutText(single, maxSampleLength) : single)
  }
  return [...samples]
}

/**
 * Counts the records of the bodies that a proposed mapping would admit or hold. Reads the bodies as an
 * admission does after the mapping is saved, so that both have the same result.
 */
function* outcome(
  bodies: readonly ReadBody[],
  mapping: Mapping,
  { tableSchema, mappings, ownIdentity = noIdentity }: ProposedFor,
): WorkInParts<Pick<MappingProposal, 'wouldAdmit' | 'wouldHold' | 'reasons'>> {
  let wouldAdmit = 0
  const held: (readonly ArrivalReason[])[] = []
  const all = [...mappings, { ...mapping, id: 'proposed', version: 1 }]
  for (const { decoded, context } of bodies) {
    yield
    const read =
      decoded === null
        ? null
        : yield* readDelivery({ decoded, fault: null }, tableSchema, all, { ...context, ownIdentity })
    if (read?.items == null) held.push(read?.reasons ?? [])
    for (const item of read?.items ?? []) {
      if (item.outcome === 'record') wouldAdmit++
      else if (item.outcome === 'held') held.push(item.reasons)
    }
  }
  return { wouldAdmit, wouldHold: held.length, reasons: holdingReasons(held) }
}

const maxHoldingReasons = 20

/** Counts the reasons of held records by their code and column. A record counts once for each of its reasons. */
function holdingReasons(held: readonly (readonly ArrivalReason[])[]): readonly HoldingReason[] {
  const counted = new Map<string, HoldingReason>()
  for (const reasons of held) {
    const distinct = new Map(reasons.map((reason) => [`${reason.code} ${reason.column ?? ''}`, reason]))
    for (const [key, { code, message, column = null }] of distinct)
      counted.set(key, { code, message, column, count: (counted.get(key)?.count ?? 0) + 1 })
  }
  return [...counted.values()].toSorted((a, b) => b.count - a.count).slice(0, maxHoldingReasons)
}
