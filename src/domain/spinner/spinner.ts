import type { ActorView } from '../actor-view.ts'
import type { ErrorCode } from '../errors.ts'
import { cutText } from '../text/storable-text.ts'
import { changedParts, contentOf, type DraftContent } from './draft-parts.ts'
import type { Starts } from './starts.ts'

/**
 * An outreach pipeline over a data table: the draft that people edit, and the number of the published
 * version.
 */
export interface Spinner extends DraftContent {
  readonly id: string
  readonly organizationId: string
  readonly projectId: string
  readonly dataTableId: string
  readonly name: string
  readonly publishedVersion: number | null
  /** The number of the spinner's last published version; 0 before the first. */
  readonly latestVersion: number
  /**
   * The time when the spinner was paused; null if it is not paused. `pausedActorId` is the user or the API
   * key that paused it.
   */
  readonly pausedAt: Date | null
  readonly pausedActorId: string | null
  readonly revision: number
  readonly createdAt: Date
}

/** A published state of a spinner. Later edits of the draft do not change it. */
export interface SpinnerVersion extends DraftContent {
  readonly spinnerId: string
  readonly version: number
  /**
   * The metadata columns of the table when the version was published. Templates and conditions of the version
   * may read only these columns.
   */
  readonly metadataColumns: readonly string[]
}

/**
 * The entry of a version in the history. `publishedAt` is null for versions from before that time was
 * recorded.
 */
export interface VersionEntry {
  readonly version: number
  readonly publishedAt: Date | null
  /** Whether new jobs of the spinner run this published version; true only for the latest one. */
  readonly isCurrent: boolean
}

const maxNameLength = 200

/** Returns a copy of a draft under another name. The copy is unpublished and not paused. */
export function copyOf(spinner: Spinner, id: string, createdAt: Date): Spinner {
  const name = cutText(`Copy of ${spinner.name}`, maxNameLength)
  const unpublished = { publishedVersion: null, latestVersion: 0, revision: 1 }
  return { ...spinner, ...unpublished, pausedAt: null, pausedActorId: null, id, name, createdAt }
}

/** Returns the version that results from publishing the draft of a spinner. */
export function versionOf(
  spinner: Spinner,
  version: number,
  metadataColumns: readonly string[],
): SpinnerVersion {
  return { spinnerId: spinner.id, version, ...contentOf(spinner), metadataColumns }
}

/**
 * Returns the draft of a spinner with the content of a published version. The name is not part of a version.
 */
export function draftFromVersion(spinner: Spinner, frozen: SpinnerVersion): Spinner {
  const { spinnerId: _spinnerId, version: _version, metadataColumns: _columns, ...draft } = frozen
  return { ...spinner, ...draft, revision: spinner.revision + 1 }
}

type Frozen = DraftContent & Pick<SpinnerVersion, 'metadataColumns'>

/**
 * Returns whether two states of a spinner, such as its draft and its published version, have the same content,
 * so that publishing would change nothing.
 */
export function haveSameEffect(a: Frozen, b: Frozen): boolean {
  return changedParts(a, b).length === 0 && a.metadataColumns.join('\n') === b.metadataColumns.join('\n')
}

/**
 * The setting for automatic starts of a spinner's published version, with the time of the next start and the
 * error that prevents it.
 */
export interface AutomaticStarts {
  readonly starts: Starts
  /**
   * The time of the spinner's next automatic start. It is in the past if that start was refused and is being
   * retried.
   */
  readonly dueAt: Date
  /**
   * The error that prevents the spinner's automatic start, and the time since which it does; null if nothing
   * prevents the start.
   */
  readonly stopped: StoppedStart | null
}

export interface StoppedStart {
  /**
   * The error code of the refused automatic start. A trigger request for the same start would receive the same
   * code.
   */
  readonly code: ErrorCode
  readonly message: string
  readonly at: Date
}

/** A spinner as the API returns it. */
export interface SpinnerView extends Spinner {
  readonly hasUnpublishedChanges: boolean
  /** The user or API key that paused the spinner; null if it is not paused or it is not known. */
  readonly pausedBy: ActorView | null
  /**
   * The spinner's automatic starts and the time of the next one; null if the published version starts only on
   * trigger requests.
   */
  readonly automaticStarts: AutomaticStarts | null
}

/** Returns a spinner as the API returns it. A draft that was never published has no unpublished changes. */
export function viewOf(
  spinner: Spinner,
  metadataColumns: readonly string[],
  published: Frozen | null,
  others: Pick<SpinnerView, 'pausedBy' | 'automaticStarts'>,
): SpinnerView {
  const same = published === null || haveSameEffect(published, { ...spinner, metadataColumns })
  return { ...spinner, hasUnpublishedChanges: !same, ...others }
}
