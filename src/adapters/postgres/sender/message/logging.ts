import type { StepSettlement } from '../../../../domain/job/recipient/recipient.ts'
import type { SentMessage } from '../../../../domain/sender/message/logged-message.ts'
import { cutText, storableText } from '../../../../domain/text/storable-text.ts'
import type { Clock } from '../../../../ports/clock.ts'
import type { Sealing } from '../../../../ports/sealing.ts'
import type { Database, Statement } from '../../database.ts'
import type { TableFields } from '../../schema/columns.ts'
import { type SqlCall, sqlFunction } from '../../sql-function.ts'
import { sealedHead, sealLoggedBody } from './logged-rows.ts'

const logMessages = sqlFunction(
  'log_messages',
  'p_organization',
  'p_job',
  'p_slice',
  'p_logged',
  'p_ciphertexts',
  'p_bodies',
  'p_now',
)

const keepsBodies: Statement = {
  name: 'keeps_bodies',
  text: 'select keeps_bodies as "keepsBodies" from organizations where id = $1',
}

/**
 * Time in milliseconds for which a process caches whether an organization keeps the bodies of its messages.
 */
const cachedMs = 10_000

interface LoggedSlice {
  readonly organizationId: string
  readonly jobId: string
  readonly no: number
}

/** `MessageLogging` builds the log entries of messages that were sent or should have been sent. */
export class MessageLogging {
  readonly #database: Database
  readonly #clock: Clock
  readonly #sealing: Sealing
  readonly #keepsBodies = new Map<string, { readonly keeps: boolean; readonly until: number }>()

  constructor(database: Database, clock: Clock, sealing: Sealing) {
    this.#database = database
    this.#clock = clock
    this.#sealing = sealing
  }

  /**
   * Returns the SQL call that adds messages to the message log, for recipients whose step has an outcome;
   * null if no message was sent.
   */
  async callFor(
    { organizationId, jobId, no }: LoggedSlice,
    settled: readonly StepSettlement[],
  ): Promise<SqlCall | null> {
    const logged = settled.filter(
      (settlement): settlement is StepSettlement & { readonly message: SentMessage } =>
        Boolean(settlement.message),
    )
    if (logged.length === 0) return null
    const keeps = await this.#doesKeep(organizationId)
    const messages = logged.map(({ message }) => message)
    return logMessages({
      p_organization: organizationId,
      p_job: jobId,
      p_slice: no,
      p_logged: {
        ids: messages.map(({ id }) => id),
        records: logged.map(({ recordId }) => recordId),
        steps: logged.map(({ step }) => step),
        senders: messages.map(({ senderId }) => senderId),
        addresses: messages.map(({ address }) => address),
        states: messages.map(({ status }) => status),
        message_ids: messages.map(({ messageId }) => messageId),
        provider_ids: messages.map(({ providerId }) => providerId),
        threads: messages.map(({ providerThread }) => providerThread),
        server_responses: messages.map(({ serverResponse }) => storableResponse(serverResponse)),
      },
      p_ciphertexts: messages.map((message) => sealedHead(message, message.id, this.#sealing)),
      p_bodies: messages.map((message) =>
        keeps ? sealLoggedBody(message, message.id, this.#sealing) : null,
      ),
      p_now: this.#clock.now(),
    })
  }

  async #doesKeep(organizationId: string): Promise<boolean> {
    const known = this.#keepsBodies.get(organizationId)
    const { timers } = this.#database
    if (known !== undefined && known.until > timers.elapsedMs()) return known.keeps
    const [row] = await this.#database.read<Pick<TableFields<'organizations'>, 'keepsBodies'>>(keepsBodies, [
      organizationId,
    ])
    const keeps = row?.keepsBodies ?? false
    this.#keepsBodies.set(organizationId, { keeps, until: timers.elapsedMs() + cachedMs })
    return keeps
  }
}

const maxWordsLength = 1_000

/**
 * Returns the answer of a mail server or provider, shortened and without characters that PostgreSQL cannot
 * store. An answer that cannot be stored would keep the message's outcome from being stored.
 */
export function storableResponse(serverResponse: string | null): string | null {
  return serverResponse === null ? null : cutText(storableText(serverResponse), maxWordsLength)
}
