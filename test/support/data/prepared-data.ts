import { execFileSync } from 'node:child_process'
import { startEmbeddedServer } from '../../../src/adapters/postgres/embedded/embedded-server.ts'
import { migrate } from '../../../src/adapters/postgres/schema/migrate.ts'

/**
 * A database as a first start leaves it before it makes the demo: to make and migrate one takes seconds, which most
 * tests have no interest in. What is about a first start, or about another version, makes its own.
 */
export async function prepareData(
  directory: string,
  copy: string,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const server = await startEmbeddedServer(directory, settings)
  await migrate(server.url)
  await server.stop()
  copyWithOwners(directory, copy)
}

/** Leaves the folder as it is where nothing was prepared, as with TEST_DATABASE_URL. */
export function fillWithPrepared(directory: string): void {
  const { TEST_PREPARED_DATA: prepared = '' } = process.env
  if (prepared !== '') copyWithOwners(prepared, directory)
}

/** As root the database belongs to another user, which Node's own copies lose. */
function copyWithOwners(from: string, to: string): void {
  execFileSync('cp', ['-a', `${from}/.`, to])
}
