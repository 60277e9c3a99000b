import { sameWindow } from './send-window.ts'
import type { Spinner } from './spinner.ts'
import { sameStarts } from './starts.ts'
import { sameSteps } from './steps/step.ts'
import { sameTriggerData } from './trigger-data.ts'

const settings = [
  'audience',
  'contact',
  'exclusive',
  'exits',
  'sendWindow',
  'starts',
  'triggerData',
  'steps',
] as const

/** The content of a draft that is frozen when the spinner is published. */
export type DraftContent = Pick<Spinner, (typeof settings)[number]>

/** A part of a spinner's draft, as audit entries name it. */
export type DraftPart = 'name' | (typeof settings)[number]

/** Returns the parts in which two states of a spinner's content differ. */
export function changedParts(a: DraftContent, b: DraftContent): readonly Exclude<DraftPart, 'name'>[] {
  const isSame: Readonly<Record<(typeof settings)[number], boolean>> = {
    audience: a.audience === b.audience,
    contact: a.contact === b.contact,
    exclusive: a.exclusive === b.exclusive,
    exits: a.exits.join() === b.exits.join(),
    sendWindow: sameWindow(a.sendWindow, b.sendWindow),
    starts: sameStarts(a.starts, b.starts),
    triggerData: sameTriggerData(a.triggerData, b.triggerData),
    steps: sameSteps(a.steps, b.steps),
  }
  return settings.filter((part) => !isSame[part])
}

/** Returns the parts in which two states of a spinner's draft differ, with its name. */
export function changedDraftParts(
  a: DraftContent & Pick<Spinner, 'name'>,
  b: DraftContent & Pick<Spinner, 'name'>,
): readonly DraftPart[] {
  return [...(a.name === b.name ? [] : (['name'] as const)), ...changedParts(a, b)]
}
