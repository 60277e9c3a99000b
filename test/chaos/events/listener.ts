import { starting } from '../../../bench/support/started.ts'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { Destinations } from '../../../src/use-cases/event/destinations/destinations.ts'

import type { DatabaseServer, Deployment } from '../../process/deployment.ts'
import {
  type EventReceiver,
  type ReceiverAnswer,
  startEventReceiver,
} from '../../support/servers/event-receiver.ts'
import { type Followed, TakenEvents } from './taken-events.ts'
import { writtenType } from './written-events.ts'

/** A destination of the events scenario, with the events that its receiver has taken. */
export class Listener implements Followed {
  readonly name: string
  readonly taken = new TakenEvents()
  #id = ''

  /** Starts a receiver whose answers the scenario decides, and creates a destination for it. */
  static async start(
    deployment: Deployment<DatabaseServer>,
    name: string,
    answer: () => ReceiverAnswer,
  ): Promise<Listener> {
    const receiver = await starting(startEventReceiver(), (eventReceiver) => eventReceiver.close())
    const listener = new Listener(name, receiver, answer)
    const { organizationId } = deployment.demo
    const { id } = await deployment.container.get(Destinations).create(
      { organizationId, projectIds: null, by: operator },
      {
        settings: {
          url: receiver.url,
          types: [writtenType],
          projectId: null,
          spinnerId: null,
          includesAddresses: false,
          batchesEvents: true,
        },
        now: new Date(),
      },
    )
    listener.#id = id
    return listener
  }

  private constructor(name: string, receiver: EventReceiver, answer: () => ReceiverAnswer) {
    this.name = name
    receiver.answer = ({ body }) => {
      receiver.received.length = 0
      const answered = answer()
      // Counts a request whose connection is cut after it was taken, as a receiver would.
      if (answered.status === undefined) this.taken.add([JSON.parse(body)].flat())
      return answered
    }
  }

  get id(): string {
    return this.#id
  }
}
