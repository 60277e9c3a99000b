import { DomainError, type ErrorItem, maxErrorItems } from '../errors.ts'
import { type DataRecord, maxRecordsPerAppend } from '../record-cells.ts'
import { sentence } from '../text/sentence.ts'

/** Throws if a request contains no records or too many, before the records themselves are checked. */
export function assertRecordCount(candidates: readonly unknown[]): void {
  if (candidates.length < 1 || candidates.length > maxRecordsPerAppend) {
    throw new DomainError('VALIDATION_FAILED', {
      message: sentence('Send 1 to {maxRecordsPerAppend} records; this request has {length}', {
        maxRecordsPerAppend,
        length: candidates.length,
      }),
      errors: [{ pointer: '/records', code: candidates.length === 0 ? 'TOO_FEW' : 'TOO_MANY' }],
    })
  }
}

/**
 * Checks that a list contains records that can be stored. Otherwise throws an error with the cells that
 * cannot be stored.
 */
export function assertRecords(candidates: readonly unknown[]): asserts candidates is readonly DataRecord[] {
  assertRecordCount(candidates)
  const errors: ErrorItem[] = []
  for (let index = 0; index < candidates.length && errors.length < maxErrorItems; index++) {
    const candidate = candidates[index]
    if (!isRecord(candidate)) errors.push(...recordFaults(candidate, index))
  }
  if (errors.length > 0) {
    throw new DomainError('VALIDATION_FAILED', {
      message: 'A record must be a flat object of strings, numbers, booleans and nulls',
      errors: errors.slice(0, maxErrorItems),
    })
  }
}

export function isRecord(candidate: unknown): candidate is DataRecord {
  if (typeof candidate !== 'object' || candidate === null || Array.isArray(candidate)) return false
  for (const name in candidate) {
    if (!isCell((candidate as Record<string, unknown>)[name])) return false
  }
  return true
}

function isCell(value: unknown): boolean {
  return typeof value === 'string' || Number.isFinite(value) || typeof value === 'boolean' || value === null
}

/** Returns the reasons why a value cannot be stored as a record; an empty list if it can. */
export function recordFaults(candidate: unknown, index: number): ErrorItem[] {
  if (typeof candidate !== 'object' || candidate === null || Array.isArray(candidate)) {
    return [{ pointer: `/records/${index}`, code: 'NOT_AN_OBJECT' }]
  }
  return Object.entries(candidate)
    .filter(([, value]) => !isCell(value))
    .slice(0, maxErrorItems)
    .map(([name]) => ({
      pointer: `/records/${index}/${pointerToken(name)}`,
      code: 'NESTED_VALUE',
      column: name,
    }))
}

/** Escapes a field name for a JSON pointer (RFC 6901). */
function pointerToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
