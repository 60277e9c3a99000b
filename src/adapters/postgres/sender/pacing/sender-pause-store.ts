import type { Resumption, SenderPauseStore } from '../../../../ports/sender/pacing/sender-pause-store.ts'
import { execute } from '../../database.ts'
import type { OpenTransaction } from '../../rows.ts'
import { sqlFunction } from '../../sql-function.ts'

const resumeSender = sqlFunction('resume_sender', 'p_organization', 'p_sender', 'p_spinner', 'p_at')

const askSenderAgain = sqlFunction('ask_sender_again', 'p_sender', 'p_at')

export class PostgresSenderPauseStore implements SenderPauseStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async resume({ organizationId, senderId, spinnerId, at }: Resumption): Promise<boolean | null> {
    const call = resumeSender({
      p_organization: organizationId,
      p_sender: senderId,
      p_spinner: spinnerId,
      p_at: at,
    })
    const [row] = await execute<{ resume_sender: boolean | null }>(this.#tx.connection, ...call)
    return row?.resume_sender ?? null
  }

  async askAgain(senderId: string, at: Date): Promise<void> {
    await execute(this.#tx.connection, ...askSenderAgain({ p_sender: senderId, p_at: at }))
  }
}
