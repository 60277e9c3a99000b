import type { ErrorCode } from '../errors.ts'
import type { Contact } from '../person/contact-policy.ts'
import { cutText } from '../storable-text.ts'
import type { Audience } from './audience.ts'
import type { Exit } from './exit.ts'
import { type SendWindow, sameWindow } from './send-window.ts'
import { type Starts, sameStarts } from './starts.ts'
import { type Step, sameSteps } from './steps/step.ts'
import { sameTriggerData, type TriggerField } from './trigger-data.ts'

/** An outreach pipeline over a data table: the draft that people edit, and the number of what runs. */
export interface Spinner {
  readonly id: string
  readonly organizationId: string
  readonly projectId: string
  readonly dataTableId: string
  readonly name: string
  readonly audience: Audience
  readonly contact: Contact
  /** Whoever is on the way in it is not taken by another that is exclusive too. */
  readonly exclusive: boolean
  /** What ends a recipient's way early. */
  readonly exits: readonly Exit[]
  /** Null where it writes at any hour. */
  readonly sendWindow: SendWindow | null
  /** What starts it beside whoever calls it. */
  readonly starts: Starts
  /** What a trigger may say beside whom it is for. */
  readonly triggerData: readonly TriggerField[]
  readonly steps: readonly Step[]
  readonly publishedVersion: number | null
  /** The last version that was ever frozen; 0 before the first. */
  readonly latestVersion: number
  /** Null where it is not paused; and the user who did it. */
  readonly pausedAt: Date | null
  readonly pausedUserId: string | null
  readonly revision: number
  readonly createdAt: Date
}

/** What was frozen at publish: later edits of the draft do not touch what runs. */
export interface SpinnerVersion {
  readonly spinnerId: string
  readonly version: number
  readonly audience: Audience
  readonly contact: Contact
  readonly exclusive: boolean
  readonly exits: readonly Exit[]
  readonly sendWindow: SendWindow | null
  readonly starts: Starts
  readonly triggerData: readonly TriggerField[]
  readonly steps: readonly Step[]
  /** The columns that templates may see. */
  readonly metadataColumns: readonly string[]
}

/** When a version was frozen; null of those from before that was noted. */
export interface VersionEntry {
  readonly version: number
  readonly publishedAt: Date | null
  /** Whether it is what jobs that start now run. */
  readonly isCurrent: boolean
}

const longestName = 200

/** The same draft under another name, which was never published, and is not paused. */
export function copyOf(spinner: Spinner, id: string, createdAt: Date): Spinner {
  const name = cutText(`Copy of ${spinner.name}`, longestName)
  const unpublished = { publishedVersion: null, latestVersion: 0, revision: 1 }
  return { ...spinner, ...unpublished, pausedAt: null, pausedUserId: null, id, name, createdAt }
}

/** The draft as it was when a version was frozen. The name is no part of a version. */
export function restored(spinner: Spinner, frozen: SpinnerVersion): Spinner {
  const { spinnerId: _spinnerId, version: _version, metadataColumns: _columns, ...draft } = frozen
  return { ...spinner, ...draft, revision: spinner.revision + 1 }
}

type Frozen = Pick<
  SpinnerVersion,
  | 'audience'
  | 'contact'
  | 'exclusive'
  | 'exits'
  | 'sendWindow'
  | 'starts'
  | 'triggerData'
  | 'steps'
  | 'metadataColumns'
>

/** Whether publishing one after the other would change nothing about what runs. */
export function runAlike(a: Frozen, b: Frozen): boolean {
  return (
    a.audience === b.audience &&
    a.contact === b.contact &&
    a.exclusive === b.exclusive &&
    a.exits.join() === b.exits.join() &&
    sameWindow(a.sendWindow, b.sendWindow) &&
    sameStarts(a.starts, b.starts) &&
    sameTriggerData(a.triggerData, b.triggerData) &&
    sameSteps(a.steps, b.steps) &&
    a.metadataColumns.join('\n') === b.metadataColumns.join('\n')
  )
}

/** How the published version of a spinner starts by itself. */
export interface OwnStarts {
  readonly starts: Starts
  /** The moment that the next start is for; past where it could not be made. */
  readonly dueAt: Date
  /** Why it could not be made, since when. */
  readonly stopped: StoppedStart | null
}

export interface StoppedStart {
  /** Of an error, as it is answered to whoever calls. */
  readonly code: ErrorCode
  readonly message: string
  readonly at: Date
}

/** A spinner as it is looked at. */
export interface SpinnerView extends Spinner {
  readonly hasUnpublishedChanges: boolean
  /** The address of the user who paused it; null where it is not paused, or there is no such user any more. */
  readonly pausedUser: string | null
  /** Null where what is published does not start by itself. */
  readonly ownStarts: OwnStarts | null
}

/** A draft that was never published has nothing that it could differ from. */
export function viewOf(
  spinner: Spinner,
  metadataColumns: readonly string[],
  published: Frozen | null,
  others: Pick<SpinnerView, 'pausedUser' | 'ownStarts'>,
): SpinnerView {
  const same = published === null || runAlike(published, { ...spinner, metadataColumns })
  return { ...spinner, hasUnpublishedChanges: !same, ...others }
}
