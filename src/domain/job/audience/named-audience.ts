import { DomainError } from '../../errors.ts'
import { isRecordId } from '../../table/record-id.ts'
import type { MatchValues } from './audience-wish.ts'

/** Why somebody whom a trigger named is not among its recipients. */
type ExcludedCode = 'UNKNOWN' | 'DUPLICATE'

interface Excluded {
  readonly code: ExcludedCode
  readonly count: number
}

/** What is said of those who were named and are not among the recipients. */
export interface Left {
  readonly excluded: readonly Excluded[]
  /** As they were sent. */
  readonly unknown: readonly MatchValues[]
}

/** Whom a trigger has named, as far as they are there. */
export interface NamedAudience extends Left {
  readonly recordIds: readonly string[]
}

export const nobodyLeft: Left = { excluded: [], unknown: [] }

/** Of what was named, in its order: each with the record that it stands for, null where there is none. */
export function namedAudience(
  named: readonly { readonly sent: MatchValues; readonly recordId: string | null }[],
): NamedAudience {
  const recordIds = new Set<string>()
  const unknown: MatchValues[] = []
  for (const { sent, recordId } of named) {
    if (recordId === null) unknown.push(sent)
    else recordIds.add(recordId)
  }
  const counts: Excluded[] = [
    { code: 'UNKNOWN', count: unknown.length },
    { code: 'DUPLICATE', count: named.length - unknown.length - recordIds.size },
  ]
  return {
    recordIds: [...recordIds],
    excluded: counts.filter(({ count }) => count > 0),
    unknown,
  }
}

/** Whom these ids name if the table has all of them; null where it cannot. */
export function supposedAudience(ids: readonly string[]): NamedAudience | null {
  return ids.every(isRecordId) ? namedAudience(ids.map((id) => ({ sent: id, recordId: id }))) : null
}

export function leftOf({ excluded, unknown }: NamedAudience): Left {
  return { excluded, unknown }
}

/** Of records that come in with a trigger, so many of which are the same as others of them. */
export function foldedLeft(count: number): Left {
  return count === 0 ? nobodyLeft : { excluded: [{ code: 'DUPLICATE', count }], unknown: [] }
}

export function tooManyRecipients(recipients: number, most: number): DomainError {
  return new DomainError('TOO_MANY_RECIPIENTS', {
    message: `The job would have ${recipients} recipients, and ${most} are allowed; nothing was started`,
    recipients,
    maxRecipients: most,
  })
}
