import { catalogued, type Evidence, type ReasonCode } from '../job/recipient/reason.ts'

/**
 * The reasons why a run would end before the rules about an address apply. A recipient never has one of these
 * reasons.
 */
export const explanationCatalogue = {
  SPINNER_NOT_PUBLISHED: {
    words: 'The spinner is not published',
    remedy: 'Publish it; what is not published does not run.',
    evidence: {},
  },
  NO_RECORD: {
    words: 'No record of the table of the spinner has the address',
    remedy: 'A record with the address in it has to arrive in that table.',
    evidence: { dataTableId: 'The table.' },
  },
  RECORD_TAKEN: {
    words:
      'An earlier job of the spinner has taken the record, or it was left out when the spinner was published',
    remedy:
      'The spinner takes new records alone: one that arrives later is taken, and so is this one with the audience "all".',
    evidence: {
      recordId: 'The record.',
      jobId: 'The job that took it; none where that is not kept any more.',
      at: 'When it did.',
    },
  },
  NO_STEP_TO_ADDRESS: {
    words: 'No step of the spinner writes to the address',
    remedy: 'The address stands in the record, but the e-mails of the spinner go elsewhere.',
    evidence: { recordId: 'The record.' },
  },
} as const

type ExplanationCode = keyof typeof explanationCatalogue
export const explanationCodes = Object.keys(explanationCatalogue) as ExplanationCode[]

/** The first rule that forbids a message. */
export interface Refusal {
  readonly code: ExplanationCode | ReasonCode
  readonly message: string
  readonly evidence: Evidence | null
  /** The time at which the rule may allow it; null if it does not change with time. */
  readonly changesAt: Date | null
}

export function refusedBy(code: ExplanationCode, evidence: Evidence | null = null): Refusal {
  return { code, message: explanationCatalogue[code].words, evidence, changesAt: null }
}

/** Returns a refusal with the given reason; without one, with the words of the catalogue. */
export function refusedFor(
  code: ReasonCode,
  {
    reason,
    evidence = null,
    changesAt = null,
  }: { reason?: string; evidence?: Evidence | null; changesAt?: Date | null },
): Refusal {
  return { code, message: reason ?? catalogued(code).words, evidence, changesAt }
}
