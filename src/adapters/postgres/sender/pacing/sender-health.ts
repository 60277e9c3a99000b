import { type HealthNote, SenderHealth } from '../../../../ports/sender/pacing/sender-health.ts'
import type { Database } from '../../database.ts'
import { sqlFunction } from '../../sql-function.ts'

const noteSenderHealth = sqlFunction(
  'note_sender_health',
  'p_sender',
  'p_spinner',
  'p_kind',
  'p_at',
  'p_words',
)

export class PostgresSenderHealth extends SenderHealth {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async note({ senderId, spinnerId, kind, at, words }: HealthNote): Promise<boolean> {
    const call = noteSenderHealth({
      p_sender: senderId,
      p_spinner: spinnerId,
      p_kind: kind,
      p_at: at,
      p_words: words,
    })
    const [row] = await this.#database.write<{ is_paused: boolean }>(...call)
    return row?.is_paused === true
  }
}
