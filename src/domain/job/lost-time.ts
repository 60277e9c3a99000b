import type { Program } from '../spinner/steps/program.ts'
import type { ReasonCode } from './recipient/reason.ts'

/** The first e-mail that somebody can come to from a step, and how long plain waits keep them before it at least. */
export interface SoonestMail {
  readonly index: number
  readonly seconds: number
}

/** For each step, by the quickest way; null where no e-mail follows. */
export function soonestMails(program: Program): readonly (SoonestMail | null)[] {
  const soonest: (SoonestMail | null)[] = []
  // What follows a step has a higher index.
  for (const { index, step, next, ways } of program.toReversed()) {
    const followed = [next, ...ways].flatMap((first) => soonest[first] ?? [])
    const [quickest = null] = followed.toSorted((a, b) => a.seconds - b.seconds || a.index - b.index)
    if (step.type === 'email') soonest[index] = { index, seconds: 0 }
    else if (quickest === null || step.type !== 'wait') soonest[index] = quickest
    else soonest[index] = { ...quickest, seconds: quickest.seconds + step.seconds }
  }
  return soonest
}

/**
 * Of a database that was restored to an earlier moment: whether an e-mail that it does not know of may have gone out
 * since. That of somebody who waits for longer has not.
 */
export function mayHaveGoneOut(mail: SoonestMail, restoredTo: Date, now: Date): boolean {
  return restoredTo.getTime() + mail.seconds * 1000 <= now.getTime()
}

/**
 * Waits that something else than time may have ended meanwhile: a record that was written, a sender that was mended.
 */
export const waitsEndedByOthers = [
  'WAITS_FOR_DATE',
  'WAITS_FOR_HOUR',
  'WAITS_FOR_CHANGE',
  'SENDER_DAILY_LIMIT',
  'SENDER_GAP',
  'SENDER_RESTS',
  'SENDER_PAUSED',
  'SENDER_NEEDS_ATTENTION',
  'NO_SENDER',
  'PROVIDER_LIMIT',
  'MAIL_PUT_OFF',
  'MAIL_SERVER_UNUSABLE',
  'MAIL_PROVIDER_UNUSABLE',
] as const satisfies readonly ReasonCode[]
