/** The outcomes that a rule can give a captured message. */
export const messageOutcomes = ['deliver', 'bounce', 'putOff', 'refuse'] as const
export type MessageOutcome = (typeof messageOutcomes)[number]

/** The answers that a rule can give a webhook or a guard. `deny` is the "no" of a guard; a webhook takes it as delivered. */
export const callAnswers = ['ok', 'deny', 'busy', 'refuse', 'timeout'] as const
export type CallAnswer = (typeof callAnswers)[number]

/** The things that can come back of a message in test mode. */
export const inboundKinds = ['reply', 'autoReply', 'bounce', 'complaint', 'unsubscribe'] as const
export type InboundKind = (typeof inboundKinds)[number]

/** The content of what comes back of a message. */
export interface Inbound {
  readonly kind: InboundKind
  /** The words of a reply, or of the server that refused the message. */
  readonly text: string | null
  /** Seconds for which an automatic reply says that nobody reads the mailbox; null if it does not say. */
  readonly awaySeconds: number | null
}

/** Decides what becomes of a captured message to an address that matches. */
interface MessageRule {
  /** An address in which `*` stands for any text. */
  readonly to: string
  readonly outcome: MessageOutcome
}

/** Decides the answer to a webhook or a guard whose URL matches. */
interface CallRule {
  /** A URL in which `*` stands for any text. */
  readonly url: string
  readonly answer: CallAnswer
}

/** Lets something come back of each message to an address that matches. */
export interface ReplyRule extends Inbound {
  readonly to: string
  /** Seconds between the message and what comes back, by the test clock. */
  readonly afterSeconds: number
}

/** The world around a test organization. In each list the first rule that matches counts. */
export interface TestRules {
  /** The URL that gets all webhooks and guards; null if rules answer them. */
  readonly url: string | null
  readonly messages: readonly MessageRule[]
  readonly calls: readonly CallRule[]
  readonly replies: readonly ReplyRule[]
}

export const noRules: TestRules = { url: null, messages: [], calls: [], replies: [] }

export const mostRules = 50
export const longestPattern = 200

/** Whether a pattern, in which `*` stands for any text, is the whole of a text. Letters count without case. */
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

/** Returns the outcome of a captured message; it is delivered where no rule matches. */
export function outcomeFor({ messages }: TestRules, to: string): MessageOutcome {
  return messages.find((rule) => matches(rule.to, to))?.outcome ?? 'deliver'
}

/** Returns the answer to a webhook or a guard; it is `ok` where no rule matches. */
export function answerFor({ calls }: TestRules, url: string): CallAnswer {
  return calls.find((rule) => matches(rule.url, url))?.answer ?? 'ok'
}

/** Returns what comes back of a message by the rules; null for nothing. */
export function replyFor({ replies }: TestRules, to: string): ReplyRule | null {
  return replies.find((rule) => matches(rule.to, to)) ?? null
}
