import {
  type HealthNote,
  SenderHealth,
  type UndeliveredMessage,
} from '../../../../ports/sender/pacing/sender-health.ts'
import type { Database } from '../../database.ts'
import { sqlFunction } from '../../sql-function.ts'

const noteSenderFact = sqlFunction(
  'note_sender_fact',
  'p_sender',
  'p_spinner',
  'p_kind',
  'p_at',
  'p_words',
  'p_domain',
)

const putOffSender = sqlFunction(
  'put_off_sender',
  'p_sender',
  'p_spinner',
  'p_marked_at',
  'p_at',
  'p_code',
  'p_scope',
  'p_seconds',
)

export class PostgresSenderHealth extends SenderHealth {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async note({ senderId, spinnerId, kind, at, words, domain }: HealthNote): Promise<boolean> {
    const call = noteSenderFact({
      p_sender: senderId,
      p_spinner: spinnerId,
      p_kind: kind,
      p_at: at,
      p_words: words,
      p_domain: domain,
    })
    const [row] = await this.#database.write<{ is_paused: boolean }>(...call)
    return row?.is_paused === true
  }

  override async giveBack({ senderId, spinnerId, markedAt, at, refusal }: UndeliveredMessage): Promise<void> {
    const call = putOffSender({
      p_sender: senderId,
      p_spinner: spinnerId,
      p_marked_at: markedAt,
      p_at: at,
      p_code: refusal?.code ?? null,
      p_scope: refusal?.scope ?? null,
      p_seconds: refusal?.seconds ?? null,
    })
    await this.#database.write(...call)
  }
}
