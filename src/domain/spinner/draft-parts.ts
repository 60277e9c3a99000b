import type { Contact } from '../contact/contact-policy.ts'
import type { Audience } from './audience.ts'
import type { ReplyRule, SpinnerExit } from './exit.ts'
import { type Goal, sameGoal } from './goal.ts'
import { type SegmentExclusion, sameExclusion } from './segment/exclusion.ts'
import { type SendWindow, sameWindow } from './send-window.ts'
import { type SpinnerPace, samePace } from './spinner-pace.ts'
import { type Starts, sameStarts } from './starts.ts'
import { type Step, sameSteps } from './steps/step.ts'
import { sameTriggerData, type TriggerField } from './trigger-data.ts'

/** The content of a draft that is frozen when the spinner is published. */
export interface DraftContent {
  readonly audience: Audience
  /** The segments whose records no job writes to, whatever its audience is; null if there are none. */
  readonly exclude: SegmentExclusion | null
  readonly contact: Contact
  /**
   * Whether the spinner is exclusive. Another exclusive spinner does not take a person who has steps left in
   * this spinner.
   */
  readonly isExclusive: boolean
  /** The exits: events, such as a reply or a segment that the record enters, that end the steps of a recipient early. */
  readonly exits: readonly SpinnerExit[]
  /** The replies that stop a recipient, if `reply` is among the exits. */
  readonly reply: ReplyRule
  /** The goal by which the results of the spinner are compared; null if it has none. */
  readonly goal: Goal | null
  /** The hours at which the spinner writes to people; null for any hour. */
  readonly sendWindow: SendWindow | null
  /** The number of messages that the spinner sends in a day; null for no limit. */
  readonly pace: SpinnerPace | null
  /** The setting that decides when jobs start automatically. A trigger request can always start a job. */
  readonly starts: Starts
  /** The data fields that a trigger request of the spinner may send. */
  readonly triggerData: readonly TriggerField[]
  readonly steps: readonly Step[]
}

type ContentPart = keyof DraftContent

/** The comparison of each part of a draft's content. Its fields are the list of all parts. */
const isSame: {
  readonly [Part in ContentPart]: (a: DraftContent[Part], b: DraftContent[Part]) => boolean
} = {
  audience: Object.is,
  exclude: sameExclusion,
  contact: Object.is,
  isExclusive: Object.is,
  exits: (a, b) => a.join() === b.join(),
  reply: (a, b) => a.scope === b.scope,
  goal: sameGoal,
  sendWindow: sameWindow,
  pace: samePace,
  starts: sameStarts,
  triggerData: sameTriggerData,
  steps: sameSteps,
}

export const contentParts = Object.keys(isSame) as readonly ContentPart[]

/** Returns the content of a draft or of a version, without its other fields. */
export function contentOf(content: DraftContent): DraftContent {
  return Object.fromEntries(contentParts.map((part) => [part, content[part]])) as unknown as DraftContent
}

/** A part of a spinner's draft, as audit entries name it. */
export type DraftPart = 'name' | ContentPart

/** Returns the parts in which two states of a spinner's content differ. */
export function changedParts(a: DraftContent, b: DraftContent): readonly ContentPart[] {
  return contentParts.filter((part) => !isSamePart(part, a, b))
}

function isSamePart<Part extends ContentPart>(
  part: Part,
  a: Pick<DraftContent, Part>,
  b: Pick<DraftContent, Part>,
): boolean {
  return isSame[part](a[part], b[part])
}

/** Returns the parts in which two states of a spinner's draft differ, with its name. */
export function changedDraftParts(
  a: DraftContent & { readonly name: string },
  b: DraftContent & { readonly name: string },
): readonly DraftPart[] {
  return [...(a.name === b.name ? [] : (['name'] as const)), ...changedParts(a, b)]
}
