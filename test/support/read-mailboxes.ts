import { type MailboxFailure, ReadMailboxes } from '../../src/use-cases/sender/inbound/read-mailboxes.ts'
import type { World } from './world.ts'

/** Reads every mailbox that is due in a test, as a runtime does within seconds. */
export async function readMailboxes(
  { container }: Pick<World, 'container'>,
  report: (failure: MailboxFailure) => void = () => {},
): Promise<void> {
  const reading = container.get(ReadMailboxes)
  while ((await reading.begin(new AbortController().signal, report)) > 0) await reading.ended()
}
