import type { InboundKind } from '../sender/inbound/inbound-fact.ts'

/** The simulated outcomes that a rule of test mode can give a captured message. */
export const messageOutcomes = ['deliver', 'bounce', 'temporaryRefusal', 'refuse'] as const
export type MessageOutcome = (typeof messageOutcomes)[number]

/**
 * The simulated answers that a rule of test mode can give to a webhook or guard. `deny` makes a guard answer
 * no; a webhook with this answer counts as delivered.
 */
export const callAnswers = ['ok', 'deny', 'busy', 'refuse', 'timeout'] as const
export type CallAnswer = (typeof callAnswers)[number]

/** A simulated reaction of a recipient or mail server to a captured message, such as a reply or a bounce. */
export interface Inbound {
  readonly kind: InboundKind
  /** The text of the simulated reply, or the answer of the simulated mail server that refused the message. */
  readonly text: string | null
  /** The seconds of absence that a simulated automatic reply announces; null if it announces no end. */
  readonly awaySeconds: number | null
}

/** A rule of test mode that decides the simulated outcome of captured messages to matching addresses. */
interface MessageRule {
  /** The pattern of addresses to which the rule applies; `*` stands for any text. */
  readonly to: string
  readonly response: MessageOutcome
}

/** A rule of test mode that decides the simulated answer to webhooks and guards with matching URLs. */
interface CallRule {
  /** The pattern of URLs to which the rule applies; `*` stands for any text. */
  readonly url: string
  readonly answer: CallAnswer
}

/** A rule of test mode that simulates a reaction to each captured message to a matching address. */
export interface ReplyRule extends Inbound {
  readonly to: string
  /** The seconds between a message and the simulated reaction to it, by the test clock. */
  readonly afterSeconds: number
}

/**
 * The rules by which test mode simulates the answers of mail servers, webhook receivers and recipients. In each
 * list, the first rule that matches counts.
 */
export interface TestRules {
  /**
   * The URL to which all webhooks and guards of the test organization are sent instead of their own URLs; null
   * if rules answer them.
   */
  readonly url: string | null
  readonly messages: readonly MessageRule[]
  readonly calls: readonly CallRule[]
  readonly replies: readonly ReplyRule[]
}

export const noRules: TestRules = { url: null, messages: [], calls: [], replies: [] }

export const maxRules = 50
export const maxPatternLength = 200

/**
 * Returns whether a rule's pattern, in which `*` stands for any text, matches a whole address or URL. Ignores
 * case.
 */
function matches(pattern: string, text: string): boolean {
  const parts = pattern.toLowerCase().split('*')
  const whole = text.toLowerCase()
  const [first = '', ...others] = parts
  const last = others.pop()
  if (last === undefined) return whole === first
  if (!whole.startsWith(first)) return false
  let at = first.length
  for (const part of others) {
    const found = whole.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return whole.length - last.length >= at && whole.endsWith(last)
}

/**
 * Returns the simulated outcome that the rules of test mode give a captured message; `deliver` if no rule
 * matches.
 */
export function outcomeFor({ messages }: TestRules, to: string): MessageOutcome {
  return messages.find((rule) => matches(rule.to, to))?.response ?? 'deliver'
}

/**
 * Returns the simulated answer that the rules of test mode give to a webhook or a guard; `ok` if no rule
 * matches.
 */
export function answerFor({ calls }: TestRules, url: string): CallAnswer {
  return calls.find((rule) => matches(rule.url, url))?.answer ?? 'ok'
}

/** Returns the reaction that the rules of test mode simulate for a message; null if no rule matches. */
export function replyFor({ replies }: TestRules, to: string): ReplyRule | null {
  return replies.find((rule) => matches(rule.to, to)) ?? null
}
