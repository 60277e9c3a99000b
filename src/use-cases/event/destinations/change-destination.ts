import type { Actor } from '../../../domain/account/audit/actor.ts'
import type { Reach } from '../../../domain/account/reach.ts'
import {
  type Destination,
  type DestinationSettings,
  goodHealth,
} from '../../../domain/event/destination/destination.ts'
import { assertRevision } from '../../../domain/revision.ts'
import type { EventChannel } from '../../../ports/event/event-channel.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { assertUrl, checkedSettings } from './check-settings.ts'
import {
  askForTypes,
  factsOf,
  foundDestination,
  lockedDestination,
  subjectOf,
} from './destination-changes.ts'

export interface ChangeDestinationCommand {
  readonly reach: Reach
  readonly destinationId: string
  readonly changes: Partial<DestinationSettings>
  /** The revision of the destination that the editor saw; null if the editor did not send it. */
  readonly revision: number | null
  readonly by: Actor
  readonly now: Date
}

/**
 * Changes the settings of a destination. They decide from then on what it receives, also by a retry. A change of the URL
 * ends the retries and replays, so nothing that was meant for one receiver goes to another without a decision.
 */
export class ChangeDestination {
  readonly #unitOfWork: UnitOfWork
  readonly #channel: EventChannel

  constructor(unitOfWork: UnitOfWork, channel: EventChannel) {
    this.#unitOfWork = unitOfWork
    this.#channel = channel
  }

  async execute(command: ChangeDestinationCommand): Promise<void> {
    const { reach, destinationId, changes, revision, by, now } = command
    const { organizationId } = reach
    await this.#unitOfWork.run(async (tx) => {
      // Locks the organization, so that changes of two destinations at once do not lose a type.
      await tx.organizations.lock(organizationId)
      // Reads the settings before the row is locked, because projects and spinners are locked before destinations.
      const found = await foundDestination(tx, reach, destinationId)
      const merged = { ...found, ...changes }
      assertUrl(this.#channel, merged.url)
      // Checks the project and spinner only if they are chosen, because the former ones may have been deleted.
      const isChosen = changes.projectId !== undefined || changes.spinnerId !== undefined
      const settings = isChosen ? await checkedSettings(tx, this.#channel, reach, merged) : merged
      const before = await lockedDestination(tx, reach, destinationId)
      assertRevision(before, revision)
      const { projectId } = settings
      const isOtherUrl = settings.url !== before.url
      if (isOtherUrl) await tx.destinations.dropWaiting(before.id)
      const after: Destination = {
        ...before,
        ...changes,
        ...(isOtherUrl ? { ...goodHealth, urlChangedAt: now } : {}),
        projectId,
        revision: before.revision + 1,
      }
      await tx.destinations.save(after)
      await askForTypes(tx, organizationId, now)
      await tx.audit.add({
        action: 'destination.changed',
        organizationId,
        by,
        subject: subjectOf(after),
        before: factsOf(before),
        after: factsOf(after),
      })
    })
  }
}
