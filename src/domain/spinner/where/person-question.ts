import { canonicalText } from '../../text/canonical-text.ts'

/**
 * A part of a condition about the person of a record, which the cells of the record cannot answer. The answers are
 * read for many records at once before the condition is evaluated.
 */
export type PersonQuestion =
  /** Whether the record belongs to a segment of its data table. */
  | { readonly segmentId: string }
  /** Whether a spinner has written to the person by e-mail. */
  | { readonly sent: MessageQuestion }
  /** Whether the person has replied to an e-mail of a spinner. */
  | { readonly hasReplied: MessageQuestion }
  /** Whether an address of the person is suppressed. */
  | { readonly isSuppressed: true }

/** The messages about which a question asks. */
export interface MessageQuestion {
  /** The spinner that sent the messages; absent for any spinner of the organization. */
  readonly spinnerId?: string
  /** The number of days until now in which the message or the reply must lie; absent for any time. */
  readonly withinDays?: number
}

/** Returns the spinner about whose messages a question asks; null if it asks about no certain spinner. */
export function spinnerOfQuestion(question: PersonQuestion): string | null {
  if ('sent' in question) return question.sent.spinnerId ?? null
  return 'hasReplied' in question ? (question.hasReplied.spinnerId ?? null) : null
}

export const personQuestions = ['segmentId', 'sent', 'hasReplied', 'isSuppressed'] as const
export const maxWithinDays = 3_650

/** The answers about the person of one record, by the keys of the questions (`keyOfQuestion`). */
export type PersonAnswers = ReadonlyMap<string, boolean>

/** The answers for a condition that asks no question. */
export const noAnswers: PersonAnswers = new Map()

const keys = new WeakMap<PersonQuestion, string>()

/** Returns a text that is the same for all questions with the same answer. */
export function keyOfQuestion(question: PersonQuestion): string {
  const cached = keys.get(question)
  if (cached !== undefined) return cached
  const key = canonicalText(question)
  keys.set(question, key)
  return key
}

/**
 * Returns the answer to a question. Throws if it was not read, because a missing answer would silently count as no.
 */
export function answerTo(question: PersonQuestion, answers: PersonAnswers): boolean {
  const answer = answers.get(keyOfQuestion(question))
  if (answer === undefined) throw new Error('A condition asks about a person, and the answer was not read')
  return answer
}
