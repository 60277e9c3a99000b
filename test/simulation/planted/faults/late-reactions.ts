import { type Binding, provideMade } from '../../../../src/composition/provide.ts'
import { Clock } from '../../../../src/ports/clock.ts'
import { PersonDigests } from '../../../../src/ports/contact/contact-rules.ts'
import { Ids } from '../../../../src/ports/ids.ts'
import { MessageTokens } from '../../../../src/ports/sender/message/message-tokens.ts'
import { UnitOfWork } from '../../../../src/ports/unit-of-work.ts'
import { InboundFactProcessor } from '../../../../src/use-cases/sender/inbound/inbound-fact-processor.ts'
import { ReactionStore } from '../../../../src/use-cases/sender/inbound/reaction-store.ts'
import { ChangedUnitOfWork } from './changed-unit-of-work.ts'

/**
 * Returns a unit of work in which a reaction changes the entry of its message in the log, and is forgotten if the log does
 * not have the message yet. `loses` says whether the state or only the words are forgotten.
 */
const forgettingReactions = (unitOfWork: UnitOfWork, loses: 'status' | 'serverResponse') =>
  new ChangedUnitOfWork(unitOfWork, 'inboundFacts', (tx) => ({
    noteInLog: async (entry, place, status) => {
      if (loses === 'serverResponse') await tx.inboundFacts.noteInLog(entry, place, status, null)
    },
  }))

/** Returns the binding of a planted fault by which the log forgets reactions that are read before their message. */
export function lateReactions(loses: 'status' | 'serverResponse'): readonly Binding[] {
  return [
    provideMade(
      InboundFactProcessor,
      (unitOfWork: UnitOfWork, ...of: [MessageTokens, PersonDigests, Clock, Ids, ReactionStore]) =>
        new InboundFactProcessor(forgettingReactions(unitOfWork, loses), ...of),
      UnitOfWork,
      MessageTokens,
      PersonDigests,
      Clock,
      Ids,
      ReactionStore,
    ),
  ]
}
