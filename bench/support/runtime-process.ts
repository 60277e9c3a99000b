import { Database } from '../../src/adapters/postgres/database.ts'
import { createContainer, postgres } from '../../src/composition/container.ts'
import { mail } from '../../src/composition/mail.ts'
import { provideValue } from '../../src/composition/provide.ts'
import type { Outcome } from '../../src/domain/job/recipient/recipient.ts'
import type { EmailMessage } from '../../src/domain/sender/message/message.ts'
import { runProcess } from '../../src/operation/process/process.ts'
import { EmailChannel } from '../../src/ports/sender/message/channels.ts'
import { startRuntime } from '../../workers/runtime.ts'
import { moment, tell } from './child.ts'

/** `IdleChannel` sends nothing and reports to the bench when the first message of each job reached it. */
class IdleChannel extends EmailChannel {
  readonly #seen = new Set<string>()

  override send({ jobId }: EmailMessage): Promise<Outcome> {
    if (!this.#seen.has(jobId)) {
      this.#seen.add(jobId)
      tell({ what: jobId, at: moment() })
    }
    return Promise.resolve({ kind: 'sent' })
  }
}

/**
 * Runs a worker like `npm run worker`, but with a channel that sends nothing, unless BENCH_SENDS_MAIL is set.
 */
await runProcess('runtime', async ({ config, logger, onStop, fail }) => {
  const url = config.databaseUrl ?? ''
  const database = new Database({ url, poolSize: config.poolSize })
  onStop(() => database.close())
  const sends = process.env['BENCH_SENDS_MAIL'] === '1'
  const channel = sends ? [] : [provideValue(EmailChannel, new IdleChannel())]
  const container = createContainer(config, postgres(database), mail(config, logger).bindings, channel)
  const runtime = await startRuntime(container, {
    databaseUrl: url,
    concurrency: config.runtimeConcurrency,
    logger,
    onFatal: fail,
  })
  onStop(runtime.stop)
  tell('ready')
})
