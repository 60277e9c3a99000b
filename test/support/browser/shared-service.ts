import { Home } from '../../process/spindle-process.ts'
import { createTestDatabase } from '../test-database.ts'

export interface SharedService {
  readonly url: string
  stop(): Promise<void>
}

/**
 * A running service with its console that browser test files share if they need no configuration of their own.
 * Each file has an organization in it. The service trusts a proxy's address header, so each visit counts as
 * from an address of its own.
 */
export async function startSharedService(): Promise<SharedService> {
  const database = await createTestDatabase()
  const home = await Home.create()
  const service = home.launch({
    DATABASE_URL: database.url,
    SESSION_SECRET: 'x'.repeat(32),
    DEFAULT_PLAN: 'unlimited',
    TRUSTED_PROXIES: '1',
  })
  await home.ready(service)
  return {
    url: home.url,
    // Stops the shared test service without dropping its database. The database is dropped with the server of
    // the tests.
    stop: async () => {
      await service.stop()
      await home.remove()
    },
  }
}
