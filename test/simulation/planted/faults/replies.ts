import { type Binding, provideMade } from '../../../../src/composition/provide.ts'
import { Clock } from '../../../../src/ports/clock.ts'
import { PersonDigests } from '../../../../src/ports/contact/contact-rules.ts'
import { Ids } from '../../../../src/ports/ids.ts'
import { MessageTokens } from '../../../../src/ports/sender/message/message-tokens.ts'
import { UnitOfWork } from '../../../../src/ports/unit-of-work.ts'
import type { ReceivedInboundFact } from '../../../../src/use-cases/sender/inbound/attribution.ts'
import { InboundFactProcessor } from '../../../../src/use-cases/sender/inbound/inbound-fact-processor.ts'
import { ReactionStore } from '../../../../src/use-cases/sender/inbound/reaction-store.ts'
import { ChangedUnitOfWork } from './changed-unit-of-work.ts'

/** Returns a unit of work in which a reply stops only the recipient whose message it answers. */
const forgettingOthers = (unitOfWork: UnitOfWork) =>
  new ChangedUnitOfWork(unitOfWork, 'jobs', (tx) => ({
    stopPerson: async (organizationId, address, { answered, ...ending }) => {
      if (answered === undefined) return await tx.jobs.stopPerson(organizationId, address, ending)
      const stopped = await tx.jobs.stopRecipient(organizationId, answered, { ...ending, until: null })
      return stopped === null ? 0 : 1
    },
  }))

/** The binding of a planted fault that breaks the promise that a reply stops a person in all spinners. */
export const forgetsOthers: readonly Binding[] = [
  provideMade(
    InboundFactProcessor,
    (unitOfWork: UnitOfWork, ...of: [MessageTokens, PersonDigests, Clock, Ids, ReactionStore]) =>
      new InboundFactProcessor(forgettingOthers(unitOfWork), ...of),
    UnitOfWork,
    MessageTokens,
    PersonDigests,
    Clock,
    Ids,
    ReactionStore,
  ),
]

/** A planted fault for tests of the simulator: replies that ask for no more mail count as ordinary replies. */
class DeafProcessor extends InboundFactProcessor {
  override process(received: ReceivedInboundFact): ReturnType<InboundFactProcessor['process']> {
    return super.process({ ...received, fact: { ...received.fact, asksToStop: false } })
  }
}

/**
 * The binding of a planted fault for tests of the simulator itself. The fault breaks the promise that a person who
 * asked by a reply for no more mail gets none.
 */
export const deaf: readonly Binding[] = [
  provideMade(
    InboundFactProcessor,
    (...of: ConstructorParameters<typeof InboundFactProcessor>) => new DeafProcessor(...of),
    UnitOfWork,
    MessageTokens,
    PersonDigests,
    Clock,
    Ids,
    ReactionStore,
  ),
]
