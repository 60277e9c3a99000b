import { MessagesInTransit } from '../mail/messages-in-transit.ts'
import { KnownMailboxes } from '../mailboxes.ts'
import { Moments } from '../moments.ts'
import { GuardAnswers } from '../path/guard-answers.ts'
import { StoredSteps } from '../path/stored-steps.ts'

type Kind = 'table' | 'door' | 'segment' | 'spinner' | 'job' | 'sender' | 'destination' | 'key' | 'member'

/**
 * The knowledge that the models of all organizations of a run share: the order of events, the mailboxes, the stored
 * outcomes of steps, and the names
 * in the story, so that no two organizations have things with the same name.
 */
export class Shared {
  readonly moments = new Moments()
  readonly mailboxes = new KnownMailboxes()
  readonly steps = new StoredSteps(this.moments)
  readonly guardAnswers = new GuardAnswers(this.moments)
  readonly inTransit = new MessagesInTransit()
  /** The changes that set the clock back, with the numbers of their events, and the times that it shows twice. */
  readonly setsBack: { readonly moment: number; readonly from: Date; readonly to: Date }[] = []
  /** Whether all simulated mail servers and webhook receivers accept everything. */
  isEverybodyKind = false
  /** The addresses to which mail servers refuse or defer all messages at present. */
  readonly closed = new Map<string, 'refused' | 'deferred'>()
  readonly #counts = new Map<string, number>()

  /** Returns the name of a new thing, such as "spinner 2". */
  nextName(kind: Kind): string {
    return `${kind} ${this.next(kind)}`
  }

  /** Returns the number of a new thing of a kind. */
  next(kind: Kind | 'record' | 'step' | 'trigger'): number {
    const number = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, number)
    return number
  }
}
