import { DomainError } from '../domain/errors.ts'
import { isId } from '../domain/id.ts'
import { type Idempotency, type Remembered, type Replayable, replay } from '../domain/idempotency.ts'
import type { Job } from '../domain/job/job.ts'
import { admit, type KeyHolder } from '../domain/organization/api-key.ts'
import type { Caller } from '../domain/organization/credential.ts'
import { audienceRange } from '../domain/spinner/audience.ts'
import { meterExceeded } from '../domain/usage/meter.ts'
import { periodOf } from '../domain/usage/period.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { IdempotencySlot, Transaction, TriggerableSpinner, UnitOfWork } from '../ports/unit-of-work.ts'

export interface TriggerCommand {
  readonly caller: Caller
  readonly spinnerId: string
  readonly idempotency: Idempotency | null
}

export interface TriggerReceipt {
  readonly jobId: string
  readonly spinnerId: string
}

export interface Triggered extends Replayable<TriggerReceipt> {
  readonly organizationId: string
}

/** A command whose key is good. */
interface Admitted {
  readonly command: TriggerCommand
  readonly organizationId: string
  readonly spinner: TriggerableSpinner | null
  /** The answer it gets if it is the first of its kind. */
  readonly receipt: TriggerReceipt
}

/**
 * Starts a job for a published spinner. Job, wake-up, audience and meter are one commit. Triggers
 * that arrive together share it: all of an organization need the same meter, so with a commit each
 * they would queue for the disk one by one.
 */
export class TriggerSpinner {
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #trigger: (command: TriggerCommand) => Promise<Triggered>

  constructor(unitOfWork: UnitOfWork, clock: Clock, ids: Ids) {
    this.#clock = clock
    this.#ids = ids
    this.#trigger = unitOfWork.shared((tx, commands) => this.#start(tx, commands))
  }

  execute(command: TriggerCommand): Promise<Triggered> {
    return this.#trigger(command)
  }

  async #start(tx: Transaction, commands: readonly TriggerCommand[]): Promise<(Triggered | Error)[]> {
    const now = this.#clock.now()
    const candidates = await this.#admit(tx, commands, now)
    const earlier = await earlierAnswers(tx, candidates, now)

    const jobs: Job[] = []
    const spinners = new Map<string, TriggerableSpinner>()
    const answers = candidates.map((candidate) =>
      attempt(() => {
        if (candidate instanceof Error) throw candidate
        const { command, organizationId, receipt } = candidate
        const first = earlier.get(candidate)
        if (first !== undefined && command.idempotency !== null) {
          return { ...replay(command.idempotency, first), organizationId }
        }
        const spinner = spinners.get(receipt.spinnerId) ?? candidate.spinner
        if (spinner === null) throw new DomainError('SPINNER_NOT_FOUND').for(organizationId)
        const job = jobOf(spinner, receipt.jobId, command.caller, now)
        jobs.push(job)
        spinners.set(spinner.id, { ...spinner, taken: job.audience.to })
        return { answer: receipt, replayed: false, organizationId }
      }),
    )
    if (jobs.length > 0) {
      await Promise.all([
        tx.jobs.addQueued(jobs),
        tx.spinners.take([...spinners.values()]),
        tx.wakeups.add(jobs.map((job) => job.id)),
        spendOn(tx, jobs, now),
      ])
    }
    return answers
  }

  async #admit(
    tx: Transaction,
    commands: readonly TriggerCommand[],
    now: Date,
  ): Promise<(Admitted | Error)[]> {
    const [holders, published] = await Promise.all([
      tx.apiKeys.findHolders(commands.map(({ caller }) => (caller.kind === 'session' ? '' : caller.digest))),
      tx.spinners.lockPublished(commands.map((command) => command.spinnerId).filter(isId)),
    ])
    return commands.map((command, index) =>
      attempt(() => {
        const organizationId = organizationOf(command.caller, holders[index] ?? null, now)
        const spinner = published.get(command.spinnerId.toLowerCase())
        return {
          command,
          organizationId,
          spinner: spinner?.organizationId === organizationId ? spinner : null,
          receipt: { jobId: this.#ids.next(), spinnerId: command.spinnerId.toLowerCase() },
        }
      }),
    )
  }
}

function organizationOf(caller: Caller, holder: KeyHolder | null, now: Date): string {
  return caller.kind === 'session' ? caller.organizationId : admit(holder, 'trigger', now).organizationId
}

/** Claims the idempotency keys of those that can start a job; the others may still be repeats. */
async function earlierAnswers(
  tx: Transaction,
  candidates: readonly (Admitted | Error)[],
  now: Date,
): Promise<Map<Admitted, Remembered<TriggerReceipt>>> {
  const keyed = candidates.flatMap((candidate) => (candidate instanceof Error ? [] : withSlot(candidate)))
  const startable = keyed.filter(({ candidate }) => candidate.spinner !== null)
  const others = keyed.filter(({ candidate }) => candidate.spinner === null)
  const claims = startable.map(({ candidate, idempotency, slot }) => ({
    ...slot,
    fingerprint: idempotency.fingerprint,
    answer: candidate.receipt,
  }))
  const [claimed, found] = await Promise.all([
    claims.length > 0 ? tx.idempotencyKeys.claim<TriggerReceipt>(claims, now) : [],
    others.length > 0 ? tx.idempotencyKeys.find<TriggerReceipt>(others.map(({ slot }) => slot)) : [],
  ])
  const earlier = new Map<Admitted, Remembered<TriggerReceipt>>()
  startable.forEach(({ candidate }, index) => note(candidate, claimed[index]))
  others.forEach(({ candidate }, index) => note(candidate, found[index]))
  return earlier

  function note(candidate: Admitted, remembered: Remembered<TriggerReceipt> | null | undefined): void {
    if (remembered) earlier.set(candidate, remembered)
  }
}

function withSlot(
  candidate: Admitted,
): { candidate: Admitted; idempotency: Idempotency; slot: IdempotencySlot }[] {
  const { command, organizationId, receipt } = candidate
  if (command.idempotency === null) return []
  const route = `trigger:${receipt.spinnerId}`
  return [
    {
      candidate,
      idempotency: command.idempotency,
      slot: { organizationId, route, key: command.idempotency.key },
    },
  ]
}

function jobOf(spinner: TriggerableSpinner, id: string, caller: Caller, now: Date): Job {
  return {
    id,
    organizationId: spinner.organizationId,
    spinnerId: spinner.id,
    spinnerVersion: spinner.version,
    dataTableId: spinner.dataTableId,
    source: caller.kind === 'session' ? 'app' : 'api',
    audience: audienceRange(spinner.audience, spinner.taken, spinner.committed),
    createdAt: now,
  }
}

async function spendOn(tx: Transaction, jobs: readonly Job[], now: Date): Promise<void> {
  const amounts = Map.groupBy(jobs, (job) => job.organizationId)
  // In one order for everybody, so that two commits never wait for each other's meters.
  const organizationIds = [...amounts.keys()].toSorted()
  await Promise.all(
    organizationIds.map(async (organizationId) => {
      const amount = amounts.get(organizationId)?.length ?? 0
      const reading = await tx.meters.spend({ organizationId, meter: 'jobs', period: periodOf(now), amount })
      if (reading !== null) throw meterExceeded(reading, amount, now).for(organizationId)
    }),
  )
}

/** In a shared commit, a refusal concerns one command alone. */
function attempt<Result>(work: () => Result): Result | Error {
  try {
    return work()
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
}
