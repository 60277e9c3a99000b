import { normalizedEmail } from '../../email-address.ts'
import type { WorkInParts } from '../../parts.ts'
import type { DataRecord } from '../../record-cells.ts'
import type { TableSchema } from '../../table/table-schema.ts'
import { addressesIn } from '../../text/addresses-in-text.ts'
import type { ArrivalReason } from '../arrival.ts'
import { type Decoded, isBlank, isList, isScalar } from '../mapping/decoded.ts'
import type { Effort } from '../mapping/effort.ts'
import type { Mapping } from '../mapping/mapping.ts'
import { isSamePath, type Path, pathText } from '../mapping/path.ts'
import { isOwn, type OwnIdentity, sendsNotices } from '../proposal/lead/own-identity.ts'
import { sideOf } from '../proposal/lead/roles.ts'
import { conceptOf, plainName, wordsOfName } from '../proposal/names.ts'
import { isPhone } from './ping.ts'

/** The values that identify the person of a record: addresses, and the values of match columns. */
type IdentityKind = 'email' | 'phone' | 'match'

/** Columns that identify the person of a record, of which one needs a value. */
interface IdentityColumns {
  readonly kind: IdentityKind
  readonly columns: readonly string[]
}

const columnsByTable = new WeakMap<TableSchema, readonly IdentityColumns[]>()

/** Returns the identifying columns of a table: those for e-mail addresses, those for phones, and each match column. */
function identityColumnsOf(table: TableSchema): readonly IdentityColumns[] {
  const known = columnsByTable.get(table)
  if (known !== undefined) return known
  const ofConcept = (kind: 'email' | 'phone') => ({
    kind,
    columns: table.columns.filter((column) => conceptOf(wordsOfName(column)) === kind),
  })
  const addresses = [ofConcept('email'), ofConcept('phone')].filter(({ columns }) => columns.length > 0)
  const isAddress = (column: string) => addresses.some(({ columns }) => columns.includes(column))
  const others = (table.match?.columns ?? []).filter((column) => !isAddress(column))
  const all = [...addresses, ...others.map((column) => ({ kind: 'match' as const, columns: [column] }))]
  columnsByTable.set(table, all)
  return all
}

/**
 * A record that a mapping made, with the part of the body that may contain values of its person, and the addresses of
 * the organization itself, which identify no lead.
 */
interface MappedRecord {
  readonly record: DataRecord
  readonly mapping: Mapping
  readonly index: number
  readonly part: Decoded
  readonly ownIdentity: OwnIdentity
}

/**
 * Returns the reasons to hold a record in which an identifying column of the table is empty although the body has such
 * a value. Adding the record would delete the body, and nobody could write to its person again. A constant in the
 * mapping says that the column may stay empty.
 */
export function* leftOutIdentity(
  { record, mapping, index, part, ownIdentity }: MappedRecord,
  table: TableSchema,
  effort: Effort,
): WorkInParts<readonly ArrivalReason[]> {
  if (mapping.action === 'patch') return []
  const empty = identityColumnsOf(table).filter(
    ({ columns }) =>
      columns.every((column) => isEmpty(record, column)) &&
      !columns.some((column) => mayStayEmpty(mapping, column)),
  )
  if (empty.length === 0) return []
  const reasons: ArrivalReason[] = []
  for (const { kind, columns } of empty) {
    const [column = ''] = columns
    const isWanted = yield* searchFor(kind, column, { record, part, table, ownIdentity }, effort)
    const path = isWanted && (yield* pathTo(isWanted, part, effort))
    if (path !== null)
      reasons.push({ code: 'IDENTITY_UNMAPPED', message: wordsOf(kind, path), column, path, index })
  }
  return reasons
}

function isEmpty(record: DataRecord, column: string): boolean {
  return !Object.hasOwn(record, column) || isBlank(record[column])
}

function mayStayEmpty({ fields }: Mapping, column: string): boolean {
  return fields.some((field) => field.column === column && field.from.some((source) => 'constant' in source))
}

const names = { email: 'an e-mail address', phone: 'a phone number', match: 'a value' } as const

function wordsOf(kind: IdentityKind, path: Path): string {
  const place = path.length === 0 ? '' : ` at ${pathText(path)}`
  return `The body has ${names[kind]}${place} for this column, and the mapping leaves it out. Let the mapping read it, or let it leave the column empty (the constant null); otherwise discard the arrival`
}

/** Returns whether the value at a path of a body is the identity that the mapping leaves out. */
type IsIdentity = (key: string, text: string, path: Path) => boolean

/** Returns the path to the first value of a part of a body that is searched for; null if there is none. */
function* pathTo(isWanted: IsIdentity, part: Decoded, effort: Effort): WorkInParts<Path | null> {
  // Visits the values in their order, with the values of a list or object before those after it.
  const rest: { readonly value: Decoded; readonly key: string; readonly path: Path }[] = [
    { value: part, key: '', path: [] },
  ]
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    effort.spend(1)
    if (effort.isPartOver()) yield
    const { value, key, path } = next
    if (isScalar(value)) {
      if (typeof value === 'string') effort.search(value)
      if (value !== null && isWanted(key, String(value), path)) return path
    } else if (isList(value))
      for (const [at, item] of [...value.entries()].toReversed())
        rest.push({ value: item, key, path: [...path, { index: at }] })
    else
      for (const [name, item] of Object.entries(value).toReversed())
        rest.push({ value: item, key: name, path: [...path, name] })
  }
  return null
}

/** Returns the search for a value that identifies the person of a record; null if no such value is needed. */
function* searchFor(
  kind: IdentityKind,
  column: string,
  {
    record,
    part,
    table,
    ownIdentity,
  }: Pick<MappedRecord, 'record' | 'part' | 'ownIdentity'> & { readonly table: TableSchema },
  effort: Effort,
): WorkInParts<IsIdentity | null> {
  const cells = Object.values(record).map((cell) => String(cell ?? ''))
  if (kind === 'email') {
    const present = cells.join('\n').toLowerCase()
    const isNew = (address: string) =>
      !present.includes(address) && !sendsNotices(address) && !isOwn(address, ownIdentity)
    return (key, text, path) =>
      text.includes('@') &&
      !isId(key) &&
      sideAt(path) !== 'seller' &&
      addressesIn(text).some(({ address }) => isNew(address))
  }
  if (kind === 'phone') {
    const present = new Set(cells.map(digitsOf))
    const isNew: IsIdentity = (key, text, path) =>
      isPhone(key, text.trim()) &&
      !['seller', 'thing'].includes(sideAt(path) ?? '') &&
      !present.has(digitsOf(text))
    const address = emailOf(record, table)
    if (address === null) return isNew
    // A person with an address can be written to. Another part of the body may have the number of another person.
    const own = yield* pathTo((_, text) => normalizedEmail(text) === address, part, effort)
    return (
      own && ((key, text, path) => isSamePath(path.slice(0, -1), own.slice(0, -1)) && isNew(key, text, path))
    )
  }
  const name = plainName(wordsOfName(column))
  return (key, text) => text.trim() !== '' && plainName(wordsOfName(key)) === name
}

/** Returns the address in the columns for e-mail addresses of a record; null if they have none. */
function emailOf(record: DataRecord, table: TableSchema): string | null {
  const columns = identityColumnsOf(table).find(({ kind }) => kind === 'email')?.columns ?? []
  const addresses = columns.flatMap((column) => normalizedEmail(String(record[column] ?? '')) ?? [])
  return addresses[0] ?? null
}

/** Returns the side that the keys around a value name, such as the seller's side for the owner of the lead. */
function sideAt(path: Path) {
  return sideOf(
    path.filter((segment) => typeof segment === 'string'),
    null,
  )
}

/** Returns whether a key names an id, such as `message_id`, whose value may look like an address. */
function isId(key: string): boolean {
  return /^(?:id|guid|uid|ref)$/.test(wordsOfName(key).at(-1) ?? '')
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}
