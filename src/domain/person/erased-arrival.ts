import { type ArrivalBody, rowsLeftOut, type StoredArrival } from '../arrival/arrival.ts'
import { heldPositionsOf } from '../arrival/held-records.ts'
import { csvLine, csvLines } from '../arrival/import/csv-lines.ts'
import type { Decoding } from '../arrival/mapping/decoded.ts'
import type { Path } from '../arrival/mapping/path.ts'
import {
  isNamedInBody,
  type Partition,
  partOfPerson,
  type WithoutPerson,
  withoutPerson,
} from './person-in-body.ts'
import { erasedCells, type PersonMatcher } from './person-matcher.ts'

/** A stored arrival that names a person, and the parts of it that an erasure or an export needs. */
export interface ArrivalOfPerson {
  readonly arrival: StoredArrival
  readonly decoding: Decoding
  readonly partition: Partition
  readonly knownBy: PersonMatcher
}

/**
 * Returns whether an arrival's body, headers or query name the person. The bytes are searched only if the
 * body cannot be decoded.
 */
export function isNamedIn({
  arrival: { body },
  decoding,
  knownBy,
}: Omit<ArrivalOfPerson, 'partition'>): boolean {
  if (body === null) return false
  const beside = [body.headers, body.query].flatMap((texts) => Object.entries(texts))
  if (beside.some(([name, text]) => isText(name, text, knownBy))) return true
  if (decoding.fault === null && isNamedInBody(decoding.decoded, knownBy)) return true
  return decoding.fault !== null && isText('', textOf(body.bytes), knownBy)
}

/**
 * Returns the arrival without the person; null if nothing else is left, or if an unreadable body names the
 * person. The digest does not change, so that a repeat of the received bytes is recognized.
 */
export function withoutPersonIn(of: ArrivalOfPerson): StoredArrival | null {
  const { arrival, decoding, partition, knownBy } = of
  const { body } = arrival
  if (body === null) return arrival
  const beside = {
    ...body,
    headers: erasedTexts(body.headers, knownBy),
    query: erasedTexts(body.query, knownBy),
  }
  if (arrival.code === rowsLeftOut) return withoutRows(arrival, beside, partition, knownBy)
  if (decoding.fault !== null)
    return isText('', textOf(body.bytes), knownBy) ? null : { ...arrival, body: beside }
  const rest = withoutPerson(decoding.decoded, partition, knownBy)
  if (rest.left === 'nothing') return null
  if (rest.left === 'all') return { ...arrival, body: beside }
  const left = positionsWithout(rest, arrival, body)
  if (left.heldPositions?.length === 0) return null
  return {
    ...arrival,
    ...left,
    body: {
      ...asJson(beside, rest.decoded),
      isPartlyErased: body.isPartlyErased === true || rest.erased.size > 0,
    },
    reasons: arrival.reasons.filter(({ index }) => index === undefined || !rest.erased.has(index)),
  }
}

/**
 * Returns the path by which an erasure finds the records of an arrival's body: the path to which its held positions
 * refer, otherwise that of the present mapping.
 */
export function erasureRootOf(
  { heldPositions, recordsRoot }: StoredArrival,
  present: Path | null,
): Path | null {
  return heldPositions === null ? present : (recordsRoot ?? present)
}

/**
 * Returns the held positions and the number of records of an arrival after records of its body were erased. Both stay
 * if the path to which the positions refer is unknown.
 */
function positionsWithout(
  { erased, root, records, nulls }: Extract<WithoutPerson, { readonly left: 'rest' }>,
  arrival: StoredArrival,
  { isPartlyErased = false }: ArrivalBody,
): Pick<StoredArrival, 'heldPositions' | 'records' | 'recordsRoot'> {
  const personRecords = isPartlyErased ? records - nulls : records
  const held = heldPositionsOf(arrival, { root, records: personRecords })
  const { heldPositions, recordsRoot } = arrival
  if (held === 'changed') return { heldPositions, records: arrival.records, recordsRoot }
  // Later readings of a partly erased body leave out each null, also those of the received body.
  const left = isPartlyErased || erased.size > 0 ? records - nulls - erased.size : records
  return {
    heldPositions: held?.filter((index) => !erased.has(index)) ?? null,
    ...(arrival.records === null ? { records: null, recordsRoot } : { records: left, recordsRoot: root }),
  }
}

/**
 * Returns the part of an arrival's body that an export of the person contains; the whole body if it cannot be
 * read.
 */
export function bodyOfPerson(of: ArrivalOfPerson): ArrivalBody | null {
  const { arrival, decoding, partition, knownBy } = of
  const { body } = arrival
  if (body === null) return null
  if (arrival.code === rowsLeftOut) {
    const [header = [], ...rows] = linesOf(body)
    const own = rows.filter((cells) => cells.some((cell, at) => isText(header[at] ?? '', cell, knownBy)))
    return withText(body, csvOf([header, ...own]))
  }
  return decoding.fault === null ? asJson(body, partOfPerson(decoding.decoded, partition, knownBy)) : body
}

function withoutRows(
  arrival: StoredArrival,
  body: ArrivalBody,
  { match }: Partition,
  knownBy: PersonMatcher,
): StoredArrival | null {
  const [header = [], ...rows] = linesOf(body)
  const left = rows.flatMap((cells) => {
    const row = Object.fromEntries(header.map((name, at) => [name, cells[at] ?? '']))
    const changed = erasedCells(match, row, knownBy)
    return changed === null
      ? []
      : [header.map((name) => String(changed[name] ?? (name in changed ? '' : row[name])))]
  })
  if (left.length === 0) return null
  const names = header.map((name) => knownBy.erasedFrom(name) ?? name)
  return { ...arrival, records: left.length, body: withText(body, csvOf([names, ...left])) }
}

const byteOrderMark = '\uFEFF'

function linesOf({ bytes }: ArrivalBody): readonly (readonly string[])[] {
  // The text decoder removes the byte order mark at the beginning of the arrival's CSV file.
  return csvLines(textOf(bytes))
}

function csvOf(lines: readonly (readonly string[])[]): string {
  return `${byteOrderMark}${lines.map(csvLine).join('')}`
}

/** Returns an arrival's body with the decoded value written as JSON, whatever format it was received in. */
function asJson(body: ArrivalBody, decoded: unknown): ArrivalBody {
  const text = JSON.stringify(decoded)
  const contentType = 'application/json'
  const headers = Object.hasOwn(body.headers, 'content-type')
    ? { ...body.headers, 'content-type': contentType }
    : body.headers
  return { ...withText(body, text), contentType, contentEncoding: null, headers }
}

function withText(body: ArrivalBody, text: string): ArrivalBody {
  return { ...body, bytes: new TextEncoder().encode(text) }
}

function erasedTexts(
  texts: Readonly<Record<string, string>>,
  knownBy: PersonMatcher,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).filter(([name, text]) => !isText(name, text, knownBy)))
}

function isText(name: string, text: string, knownBy: PersonMatcher): boolean {
  return knownBy.is(name, text) || knownBy.erasedFrom(text) !== null || knownBy.erasedFrom(name) !== null
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8').decode(bytes)
}
