import { Database } from '../../../../src/adapters/postgres/database.ts'
import { PostgresDestinationStore } from '../../../../src/adapters/postgres/event/destination-store.ts'
import { type Binding, provideAs, provideMade } from '../../../../src/composition/provide.ts'
import { Secrets } from '../../../../src/ports/account/secrets.ts'
import { Clock } from '../../../../src/ports/clock.ts'
import { DestinationStore, type DueDestination } from '../../../../src/ports/event/destinations.ts'
import { EventChannel } from '../../../../src/ports/event/event-channel.ts'
import { Ids } from '../../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../../src/ports/unit-of-work.ts'
import { Destinations } from '../../../../src/use-cases/event/destinations/destinations.ts'

import { ChangedUnitOfWork } from './changed-unit-of-work.ts'

/** A planted fault: a retry is sent by the settings of the first request instead of the present ones. */
class FormerReachDeliveries extends PostgresDestinationStore {
  override async take(...of: Parameters<DestinationStore['take']>): Promise<DueDestination | null> {
    const due = await super.take(...of)
    const retry = due === null ? null : await super.dueRetry(due.id, of[3])
    return due === null || retry === null ? due : { ...due, ...retry.selection }
  }
}

/** The binding of a planted fault that breaks the promise that the present reach decides about retries. */
export const formerReach: readonly Binding[] = [provideAs(DestinationStore, FormerReachDeliveries, Database)]

/** A planted fault: a failed request gets no retry. */
class ForgetfulDeliveries extends PostgresDestinationStore {
  override storeResult: DestinationStore['storeResult'] = (due, seconds, result) =>
    super.storeResult(due, seconds, { ...result, retry: null })
}

/** The binding of a planted fault that breaks the promise that each event arrives. */
export const noRetries: readonly Binding[] = [provideAs(DestinationStore, ForgetfulDeliveries, Database)]

/** A planted fault: a key of a project reads the attempts with events of all projects. */
class UnlimitedAttempts extends PostgresDestinationStore {
  override attempts: DestinationStore['attempts'] = (reach, ...of) =>
    super.attempts({ ...reach, projectIds: null }, ...of)
}

/** The binding of a planted fault by which a key learns of events outside of its project. */
export const unlimitedAttempts: readonly Binding[] = [
  provideAs(DestinationStore, UnlimitedAttempts, Database),
]

/**
 * The binding of a planted fault that breaks the promise that a new URL gets no earlier request: retries and replays stay
 * when the URL of their destination changes.
 */
export const keepsRetries: readonly Binding[] = [
  provideMade(
    Destinations,
    (unitOfWork: UnitOfWork, channel: EventChannel, secrets: Secrets, clock: Clock, ids: Ids) =>
      new Destinations(
        new ChangedUnitOfWork(unitOfWork, 'destinations', () => ({ dropWaiting: async () => {} })),
        channel,
        secrets,
        clock,
        ids,
      ),
    UnitOfWork,
    EventChannel,
    Secrets,
    Clock,
    Ids,
  ),
]
