import { Database } from '../../../src/adapters/postgres/database.ts'
import { TemplateThreads } from '../../../src/adapters/templates/template-threads.ts'
import { FlexibleThrottle } from '../../../src/adapters/throttle/flexible-throttle.ts'
import { createContainer, postgres } from '../../../src/composition/container.ts'
import { type Binding, provideAs, provideMade, provideValue } from '../../../src/composition/provide.ts'
import { readConfig } from '../../../src/config.ts'
import { defaultPlans, OfferedPlans } from '../../../src/domain/plan/plan.ts'
import { SessionTokens } from '../../../src/ports/account/accounts.ts'
import { Mailer } from '../../../src/ports/account/mailer.ts'
import { Throttle } from '../../../src/ports/account/throttle.ts'
import { Clock } from '../../../src/ports/clock.ts'
import { PersonDigests } from '../../../src/ports/contact/contact-rules.ts'
import { EventChannel } from '../../../src/ports/event/event-channel.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { Slices } from '../../../src/ports/job/slices.ts'
import { Randomness } from '../../../src/ports/randomness.ts'
import { Sealing } from '../../../src/ports/sealing.ts'
import { DomainRecords } from '../../../src/ports/sender/domain-records.ts'
import { MailboxReader } from '../../../src/ports/sender/inbound/mailbox-reader.ts'
import { EmailChannel, SenderChannels, WebhookChannel } from '../../../src/ports/sender/message/channels.ts'
import { SpinnerStore } from '../../../src/ports/spinner/spinners.ts'
import { Pace, Timers } from '../../../src/ports/timers.ts'
import { TakeTurnOptions } from '../../../src/use-cases/job/slice-run.ts'
import { ErasePersonOptions } from '../../../src/use-cases/person/erase-person.ts'
import { CapturingMailer } from '../../support/data/capturing-mailer.ts'
import { smallPlan } from '../model/organization/known-plans.ts'
import { WorldEventReceivers } from '../world/event-receivers.ts'
import { WorldMailServer, WorldSenderChannels } from '../world/mail-servers.ts'
import { WorldMailboxServers } from '../world/mailbox-servers.ts'
import { MarkingSlices } from '../world/marking-slices.ts'
import { NotingStarts } from '../world/noting-starts.ts'
import type { Outside } from '../world/outside.ts'
import { PlainSessionTokens } from '../world/plain-session-tokens.ts'
import { WorldReceivers } from '../world/receivers.ts'
import { SilentDomainRecords } from '../world/silent-domain-records.ts'
import { SteadyPace } from '../world/steady-pace.ts'
import { TemplatesAtOnce } from '../world/templates-at-once.ts'
import { GatedDatabase } from './database/gated-database.ts'
import type { PreparedDatabase } from './database/prepared-database.ts'
import { shareOf } from './random.ts'
import { ServiceProcess } from './service-process.ts'

const config = readConfig({
  SESSION_SECRET: 'a secret of the simulator, 32 and more',
  DNS_SERVERS: '127.0.0.1:1',
})

export interface Parts extends Outside {
  readonly prepared: PreparedDatabase
  readonly ids: Ids
  /** Bindings that replace parts of the simulated service, by which a test plants a fault. */
  readonly replacements: readonly Binding[]
}

/**
 * Starts a simulated process with the real use cases and adapters. The simulation replaces the clock, ids, mail
 * servers and webhook receivers by parts that depend only on the seed.
 */
export function startProcess(name: string, parts: Parts): ServiceProcess {
  const process = new ServiceProcess(name)
  const { prepared, clock, timers, ids, seed, replacements } = parts
  const database = new GatedDatabase(prepared.sessions, parts, process)
  const container = createContainer(
    config,
    postgres(database),
    [
      provideValue(Clock, clock),
      provideValue(Timers, timers),
      provideValue(Ids, ids),
      provideValue(OfferedPlans, new OfferedPlans([...defaultPlans, smallPlan])),
      provideValue(Randomness, new SeededRandomness(seed)),
      provideAs(TemplateThreads, TemplatesAtOnce),
      provideAs(DomainRecords, SilentDomainRecords),
      provideAs(Mailer, CapturingMailer),
      provideAs(SessionTokens, PlainSessionTokens),
      provideAs(Pace, SteadyPace),
      provideMade(Throttle, () => FlexibleThrottle.inMemory()),
      provideValue(MailboxReader, new WorldMailboxServers(parts, process)),
      // Sets the leases of simulated processes to an hour. They end by the real clock of the database, so none
      // ends during a run unless the simulator ends it.
      provideValue(
        TakeTurnOptions,
        new TakeTurnOptions({ sendConcurrency: config.sendConcurrency, leaseSeconds: 3_600 }),
      ),
      // Makes an erasure in the simulation not wait for messages that are being sent, because in a run no
      // message ends while another call waits.
      provideValue(ErasePersonOptions, new ErasePersonOptions(-1)),
      provideMade(
        Slices,
        (...of: [Database, Clock, Sealing, PersonDigests]) => new MarkingSlices(parts.shared.steps, ...of),
        Database,
        Clock,
        Sealing,
        PersonDigests,
      ),
      provideMade(
        SpinnerStore,
        (...of: [Database, Sealing]) => new NotingStarts(parts, ...of),
        Database,
        Sealing,
      ),
      provideValue(EmailChannel, new WorldMailServer(parts, process, null)),
      provideValue(SenderChannels, new WorldSenderChannels(parts, process)),
      provideValue(EventChannel, new WorldEventReceivers(parts, process)),
      provideValue(WebhookChannel, new WorldReceivers(parts, process)),
    ],
    replacements,
  )
  const { gates, shared, meetings } = parts
  const { inTransit } = shared
  process.start(container, { process: name, gates, inTransit }, (isInside) => {
    const lost = inTransit.removeOf(name)
    if (isInside) meetings.note('a process ended within a transaction')
    if (lost.some(({ isSent }) => !isSent))
      meetings.note('a process ended between the mark of a message and its sending')
    if (lost.some(({ isSent }) => isSent))
      meetings.note('a process ended between the sending of a message and its outcome')
  })
  return process
}

class SeededRandomness extends Randomness {
  readonly #seed: number
  #drawn = 0

  constructor(seed: number) {
    super()
    this.#seed = seed
  }

  override next(): number {
    return shareOf('randomness', this.#seed, this.#drawn++)
  }
}
