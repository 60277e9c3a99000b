import { suppressionRoutes } from '../../adapters/http/person/suppression-routes.ts'
import { MemorySuppressions } from '../../adapters/memory/person/suppressions.ts'
import { MemoryStore } from '../../adapters/memory/store.ts'
import { Database } from '../../adapters/postgres/database.ts'
import { PostgresSuppressions } from '../../adapters/postgres/person/suppressions.ts'
import { SignedUnsubscribeLinks } from '../../adapters/security/signed-unsubscribe-links.ts'
import { Clock } from '../../ports/clock.ts'
import { Ids } from '../../ports/ids.ts'
import { Suppressions } from '../../ports/person/suppressions.ts'
import { UnsubscribeLinks } from '../../ports/person/unsubscribe-links.ts'
import { SuppressAddress } from '../../use-cases/person/suppress-address.ts'
import type { Feature } from '../feature.ts'
import { provide, provideAs, provideValue, resolve } from '../provide.ts'

/** Who is written to, and who asked not to be. */
export const person: Feature = {
  bindings: ({ publicApiUrl, sessionSecret }) => [
    provide(SuppressAddress, Suppressions, Clock, Ids),
    provideValue(UnsubscribeLinks, new SignedUnsubscribeLinks(publicApiUrl, sessionSecret)),
  ],
  memory: [provideAs(Suppressions, MemorySuppressions, MemoryStore)],
  postgres: [provideAs(Suppressions, PostgresSuppressions, Database)],
  routes: (container) =>
    suppressionRoutes(resolve(container, { suppressAddress: SuppressAddress, suppressions: Suppressions })),
}
