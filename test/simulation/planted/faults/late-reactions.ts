import { type Binding, provideMade } from '../../../../src/composition/provide.ts'
import { Clock } from '../../../../src/ports/clock.ts'
import { Ids } from '../../../../src/ports/ids.ts'
import { PersonDigests } from '../../../../src/ports/person/contact-rules.ts'
import type { InboundFactStore } from '../../../../src/ports/sender/inbound/inbound-fact-store.ts'
import { MessageTokens } from '../../../../src/ports/sender/message/message-tokens.ts'
import { type Transaction, UnitOfWork } from '../../../../src/ports/unit-of-work.ts'
import { InboundFactProcessor } from '../../../../src/use-cases/sender/inbound/inbound-fact-processor.ts'

/**
 * A planted fault for tests of the simulator: a reaction changes the entry of its message in the log, and is forgotten if
 * the log does not have the message yet. `loses` says whether the state or only the words are forgotten.
 */
class LateReactions extends UnitOfWork {
  readonly #unitOfWork: UnitOfWork
  readonly #loses: 'state' | 'words'

  constructor(unitOfWork: UnitOfWork, loses: 'state' | 'words') {
    super()
    this.#unitOfWork = unitOfWork
    this.#loses = loses
  }

  override run<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.#unitOfWork.run((tx) => {
      const noteInLog: InboundFactStore['noteInLog'] = async (entry, place, state) => {
        if (this.#loses === 'words') await tx.inboundFacts.noteInLog(entry, place, state, null)
      }
      const inboundFacts = new Proxy(tx.inboundFacts, {
        get: (store, name) => {
          if (name === 'noteInLog') return noteInLog
          const value = Reflect.get(store, name)
          return typeof value === 'function' ? value.bind(store) : value
        },
      })
      return work({ ...tx, inboundFacts })
    })
  }
}

/** Returns the binding of a planted fault by which the log forgets reactions that are read before their message. */
export function lateReactions(loses: 'state' | 'words'): readonly Binding[] {
  return [
    provideMade(
      InboundFactProcessor,
      (unitOfWork: UnitOfWork, ...of: [MessageTokens, PersonDigests, Clock, Ids]) =>
        new InboundFactProcessor(new LateReactions(unitOfWork, loses), ...of),
      UnitOfWork,
      MessageTokens,
      PersonDigests,
      Clock,
      Ids,
    ),
  ]
}
