import type { Contact } from '../contact/contact-policy.ts'
import type { Audience } from './audience.ts'
import type { Exit, ReplyRule } from './exit.ts'
import { type SendWindow, sameWindow } from './send-window.ts'
import { type Starts, sameStarts } from './starts.ts'
import { type Step, sameSteps } from './steps/step.ts'
import { sameTriggerData, type TriggerField } from './trigger-data.ts'

/** The content of a draft that is frozen when the spinner is published. */
export interface DraftContent {
  readonly audience: Audience
  readonly contact: Contact
  /**
   * Whether the spinner is exclusive. Another exclusive spinner does not take a person who has steps left in
   * this spinner.
   */
  readonly exclusive: boolean
  /** The exits: events, such as a reply, that end the steps of a recipient early. */
  readonly exits: readonly Exit[]
  /** The replies that stop a recipient, if `reply` is among the exits. */
  readonly reply: ReplyRule
  /** The hours at which the spinner writes to people; null for any hour. */
  readonly sendWindow: SendWindow | null
  /** The setting that decides when jobs start automatically. A trigger request can always start a job. */
  readonly starts: Starts
  /** The data fields that a trigger request of the spinner may send. */
  readonly triggerData: readonly TriggerField[]
  readonly steps: readonly Step[]
}

/** A part of a spinner's draft, as audit entries name it. */
export type DraftPart = 'name' | keyof DraftContent

/** Returns the parts in which two states of a spinner's content differ. */
export function changedParts(a: DraftContent, b: DraftContent): readonly Exclude<DraftPart, 'name'>[] {
  const isSame: Readonly<Record<keyof DraftContent, boolean>> = {
    audience: a.audience === b.audience,
    contact: a.contact === b.contact,
    exclusive: a.exclusive === b.exclusive,
    exits: a.exits.join() === b.exits.join(),
    reply: a.reply.scope === b.reply.scope,
    sendWindow: sameWindow(a.sendWindow, b.sendWindow),
    starts: sameStarts(a.starts, b.starts),
    triggerData: sameTriggerData(a.triggerData, b.triggerData),
    steps: sameSteps(a.steps, b.steps),
  }
  return (Object.keys(isSame) as (keyof DraftContent)[]).filter((part) => !isSame[part])
}

/** Returns the parts in which two states of a spinner's draft differ, with its name. */
export function changedDraftParts(
  a: DraftContent & { readonly name: string },
  b: DraftContent & { readonly name: string },
): readonly DraftPart[] {
  return [...(a.name === b.name ? [] : (['name'] as const)), ...changedParts(a, b)]
}
