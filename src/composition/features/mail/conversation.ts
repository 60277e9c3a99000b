import { labelRoutes } from '../../../adapters/http/conversation/label-routes.ts'
import { threadRoutes } from '../../../adapters/http/conversation/thread-routes.ts'
import { PostgresThreadStore } from '../../../adapters/postgres/conversation/thread-store.ts'
import { Database } from '../../../adapters/postgres/database.ts'
import { Clock } from '../../../ports/clock.ts'
import { PersonDigests } from '../../../ports/contact/contact-rules.ts'
import { ThreadStore } from '../../../ports/conversation/threads.ts'
import { Ids } from '../../../ports/ids.ts'
import { Sealing } from '../../../ports/sealing.ts'
import { MessageTokens } from '../../../ports/sender/message/message-tokens.ts'
import { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { Labels } from '../../../use-cases/conversation/labels.ts'
import { ThreadMails } from '../../../use-cases/conversation/thread-mails.ts'
import { Threads } from '../../../use-cases/conversation/threads.ts'
import { ReactionStore } from '../../../use-cases/sender/inbound/reaction-store.ts'
import type { Feature } from '../../feature.ts'
import { provide, provideAs } from '../../provide.ts'

/** The feature of threads: the conversations with people. */
export const conversation: Feature = {
  bindings: () => [
    provideAs(ReactionStore, ThreadMails, ThreadStore, PersonDigests, MessageTokens, Ids),
    provide(Threads, ThreadStore, UnitOfWork, PersonDigests, Clock),
    provide(Labels, UnitOfWork, Clock, Ids),
    provideAs(ThreadStore, PostgresThreadStore, Database, Sealing),
  ],
  routes: (services) => [...threadRoutes(services), ...labelRoutes(services)],
}
