import { execFileSync } from 'node:child_process'
import { startEmbeddedServer } from '../../../src/operation/embedded/embedded-server.ts'
import { migrate } from '../../../src/operation/migrations/migrate.ts'

/**
 * Prepares a database for tests as it is after a first start, before the demo is created. Creating and
 * migrating one takes seconds, so most tests copy this one. Tests about a first start or another version create
 * their own.
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

/**
 * Copies the prepared test database into the folder. Does nothing if none was prepared, as with
 * TEST_DATABASE_URL.
 */
export function fillWithPrepared(directory: string): void {
  const { TEST_PREPARED_DATA: prepared = '' } = process.env
  if (prepared !== '') copyWithOwners(prepared, directory)
}

/**
 * Copies a folder of a test's database with the owners of its files, which Node's own functions lose. If the
 * tests run as root, another user owns the database.
 */
function copyWithOwners(from: string, to: string): void {
  execFileSync('cp', ['-a', `${from}/.`, to])
}
