import { catalogueEntryOf, type Evidence, type ReasonCode } from '../reason.ts'

/**
 * The reasons why a spinner would send nothing to an address before any rule about the address applies. They
 * occur only in explanations; a recipient of a job never has one of them.
 */
export const explanationCatalogue = {
  SPINNER_NOT_PUBLISHED: {
    words: 'The spinner is not published',
    remedy: 'Publish the spinner. Only a published spinner runs.',
    evidence: {},
  },
  NO_RECORD: {
    words: 'The table of the spinner has no record with the address',
    remedy: 'Add a record with the address to the table.',
    evidence: { dataTableId: 'The id of the table.' },
  },
  RECORD_NOT_NEW: {
    words:
      'An earlier job of the spinner included the record, or the record was excluded when the spinner was published',
    remedy:
      'The spinner takes only new records. Add a new record, or set the audience to "all" to include this record.',
    evidence: {
      recordId: 'The id of the record.',
      jobId: 'The id of that job; missing if the service no longer stores it.',
      at: 'The time of that job.',
    },
  },
  NO_STEP_TO_ADDRESS: {
    words: 'No step of the spinner writes to the address',
    remedy:
      'The record holds the address, but the e-mails of the spinner go to another address. Check "to" of its e-mail steps.',
    evidence: { recordId: 'The id of the record.' },
  },
} as const

type ExplanationCode = keyof typeof explanationCatalogue
export const explanationCodes = Object.keys(explanationCatalogue) as ExplanationCode[]

/** The first rule that forbids a message to the address for which a user requested an explanation. */
export interface ContactRefusal {
  readonly code: ExplanationCode | ReasonCode
  readonly message: string
  readonly evidence: Evidence | null
  /** The time from which the rule may permit the message; null if its verdict does not change with time. */
  readonly changesAt: Date | null
}

export function refusedBy(code: ExplanationCode, evidence: Evidence | null = null): ContactRefusal {
  return { code, message: explanationCatalogue[code].words, evidence, changesAt: null }
}

/**
 * Returns a refusal with the given words as its message; without them, with the words of the reason's
 * catalogue entry.
 */
export function refusedFor(
  code: ReasonCode,
  {
    reason,
    evidence = null,
    changesAt = null,
  }: { reason?: string; evidence?: Evidence | null; changesAt?: Date | null },
): ContactRefusal {
  return { code, message: reason ?? catalogueEntryOf(code).words, evidence, changesAt }
}
