import { isRecord } from '../../arrival/records.ts'
import { DomainError, type ErrorItem, maxErrorItems } from '../../errors.ts'
import { type MatchValues, maxMatchValues, maxRecordIds } from './trigger-request.ts'

const maxIdLength = 100

/**
 * Throws if a list cannot consist of record ids. Ids are opaque, so any text of 1 to 100 characters may be an
 * id.
 */
export function assertRecordIds(ids: readonly unknown[]): asserts ids is readonly string[] {
  assertLength('recordIds', ids, maxRecordIds)
  assertEach('recordIds', ids, (id) =>
    isRecordId(id) ? null : `must be a record id: a string of 1 to ${maxIdLength} characters`,
  )
}

export function isRecordId(id: unknown): id is string {
  return typeof id === 'string' && id !== '' && id.length <= maxIdLength
}

export function assertMatchValues(values: readonly unknown[]): asserts values is readonly MatchValues[] {
  assertLength('match', values, maxMatchValues)
  assertEach('match', values, (value) =>
    isPlainValue(value) || isRecord(value)
      ? null
      : 'must be an object with the match columns, or the value itself if the table has one match column',
  )
}

function isPlainValue(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
}

function assertLength(field: string, list: readonly unknown[], most: number): void {
  if (list.length >= 1 && list.length <= most) return
  const [code, message] =
    list.length === 0
      ? ['TOO_FEW', 'must have at least 1 entry']
      : ['TOO_MANY', `must have at most ${most} entries`]
  throw refused([{ pointer: `/${field}`, code, message }])
}

function assertEach(
  field: string,
  list: readonly unknown[],
  faultOf: (value: unknown) => string | null,
): void {
  const errors: ErrorItem[] = []
  for (let index = 0; index < list.length && errors.length < maxErrorItems; index++) {
    const message = faultOf(list[index])
    if (message !== null) errors.push({ pointer: `/${field}/${index}`, code: 'WRONG_FORM', message })
  }
  if (errors.length > 0) throw refused(errors)
}

function refused(errors: readonly ErrorItem[]): DomainError {
  const [first] = errors
  return new DomainError('VALIDATION_FAILED', {
    message: `The request is not valid: ${first?.pointer} ${first?.message}`,
    errors,
  })
}
