import type { ReasonCode } from '../reason.ts'
import type { Program } from '../spinner/steps/program.ts'
import { delayOf, mailOf } from '../spinner/steps/step-capabilities.ts'

/** An e-mail step that lies ahead of another step: a recipient at the other step can still reach it. */
export interface MailAhead {
  readonly index: number
  /** The fewest seconds that wait steps delay a recipient before this e-mail, on any path. */
  readonly seconds: number
}

/**
 * Returns for each step of a program the e-mail steps that a recipient can reach from it on any path, soonest
 * first.
 */
export function mailsAhead(program: Program): readonly (readonly MailAhead[])[] {
  const ahead: (readonly MailAhead[])[] = []
  // Visits the last step first, because the steps that can follow a step come later in the program.
  for (const { index, step, next, branches } of program.toReversed()) {
    const soonest = new Map<number, number>()
    for (const mail of [next, ...branches].flatMap((first) => ahead[first] ?? []))
      soonest.set(mail.index, Math.min(mail.seconds, soonest.get(mail.index) ?? mail.seconds))
    const waits = delayOf(step) ?? 0
    const mails = [...soonest].map(([at, seconds]) => ({ index: at, seconds: seconds + waits }))
    if (mailOf(step) !== null) mails.push({ index, seconds: 0 })
    ahead[index] = mails.toSorted((a, b) => a.seconds - b.seconds || a.index - b.index)
  }
  return ahead
}

/**
 * Returns whether an e-mail may have been sent between the restored moment and now, without a trace in the
 * restored database. An e-mail whose wait is longer than that time was not sent.
 */
export function mayHaveGoneOut(mail: MailAhead, restoredTo: Date, now: Date): boolean {
  return restoredTo.getTime() + mail.seconds * 1000 <= now.getTime()
}

/**
 * The reasons of waits that may have ended early after the restored moment, for example because a record was
 * changed or a sender was repaired. After a restore, their recipients count as due.
 */
export const waitsEndedByOthers = [
  'WAITS_FOR_DATE',
  'WAITS_FOR_HOUR',
  'WAITS_FOR_CHANGE',
  'WAITS_FOR_CONDITION',
  'SPINNER_PACE',
  'SENDER_DAILY_LIMIT',
  'SENDER_POOL_LIMIT',
  'SENDER_GAP',
  'SENDER_COOLING_DOWN',
  'SENDER_PAUSED',
  'SENDER_NEEDS_ATTENTION',
  'NO_SENDER',
  'PROVIDER_LIMIT',
  'MAIL_TEMPORARILY_REFUSED',
  'MAIL_SERVER_UNUSABLE',
  'MAIL_PROVIDER_UNUSABLE',
] as const satisfies readonly ReasonCode[]
