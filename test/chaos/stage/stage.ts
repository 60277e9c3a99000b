import { setTimeout } from 'node:timers/promises'
import { starting } from '../../../bench/support/started.ts'
import { type DatabaseServer, Deployment, type Worker } from '../../process/deployment.ts'
import { SmtpSink, type TakenMail } from './smtp-sink.ts'

const begun = performance.now()

/** Prints on the error output how far a chaos scenario is, with the seconds since its start. */
export function say(text: string): void {
  process.stderr.write(`${((performance.now() - begun) / 1_000).toFixed(0).padStart(5)} s  ${text}\n`)
}

/** Starts a deployment for a chaos scenario, which is closed at the end of the run. */
export function deploy(settings: Readonly<Record<string, string>> = {}): Promise<Deployment> {
  return starting(Deployment.create(settings), (deployment) => deployment.close())
}

/** Starts an SMTP server for a chaos scenario, which is closed at the end of the run. */
export function openSink(milliseconds: number, onTaken?: (mail: TakenMail) => void): Promise<SmtpSink> {
  return starting(SmtpSink.start(milliseconds, onTaken), (sink) => sink.close())
}

/** Returns the settings with which a deployment sends its messages to the scenario's SMTP server. */
export function sendingTo(sink: SmtpSink): Readonly<Record<string, string>> {
  return { SMTP_URL: sink.url, MAIL_FROM: 'Spindle <spindle@example.com>' }
}

/** Makes each message to the outbox take this many milliseconds in a chaos scenario, as real mail does. */
export async function slowOutbox(deployment: Deployment, milliseconds: number): Promise<void> {
  await deployment.query(
    `create function take_as_long_as_mail() returns trigger language plpgsql as
     $$ begin perform pg_sleep(${milliseconds / 1000}); return new; end $$;
     create trigger as_long_as_mail before insert on captured_messages for each row execute function take_as_long_as_mail()`,
  )
}

/** `Crew` is a group of runtimes that a chaos scenario kills and replaces while they work. */
export class Crew {
  /** The number of runtimes that the chaos scenario has killed so far. */
  kills = 0
  readonly #deployment: Deployment
  readonly #workers: Worker[]

  static async start(deployment: Deployment, runtimes = 2): Promise<Crew> {
    const workers = Array.from({ length: runtimes }, () => deployment.startWorker())
    return new Crew(deployment, await Promise.all(workers))
  }

  private constructor(deployment: Deployment, workers: Worker[]) {
    this.#deployment = deployment
    this.#workers = workers
  }

  /** Kills a runtime of the chaos scenario, one at random unless it is named, and starts another one. */
  async killOne(index = Math.floor(Math.random() * this.#workers.length)): Promise<void> {
    await this.#workers[index]?.kill()
    this.#workers[index] = await this.#deployment.startWorker()
    this.kills++
  }
}

/**
 * Waits a random time of up to this many milliseconds, so that the scenario's kills hit different moments of
 * the work.
 */
export function pauseUpTo(milliseconds: number): Promise<void> {
  return setTimeout(Math.random() * milliseconds)
}

/**
 * Waits until a condition of the chaos scenario is met. Throws an error that names the condition if it is not
 * met in time; the limit is much longer than a busy machine needs.
 */
export async function reaches(
  what: string,
  isMet: () => boolean | Promise<boolean>,
  patienceMs: number,
  meanwhile: () => Promise<unknown> = () => setTimeout(100),
): Promise<void> {
  for (const until = performance.now() + patienceMs; !(await isMet()); await meanwhile())
    if (performance.now() > until) throw new Error(`Not reached in ${patienceMs / 1_000} s: ${what}`)
}

/** Returns the number that a query counts in the database of a scenario's deployment. */
export async function countIn(
  deployment: Deployment<DatabaseServer>,
  text: string,
  values: unknown[] = [],
): Promise<number> {
  const [row] = await deployment.query<{ count: string | number | null }>(text, values)
  return Number(row?.count ?? 0)
}

/** Returns the number of people who were sent more than one mail in the chaos scenario. */
export function peopleTwice(sink: SmtpSink): number {
  return [...mailsByPerson(sink).values()].filter((count) => count > 1).length
}

/** Returns the number of mails to each address in the chaos scenario. */
export function mailsByPerson({ mails }: SmtpSink): ReadonlyMap<string, number> {
  const times = new Map<string, number>()
  for (const { to } of mails) times.set(to, (times.get(to) ?? 0) + 1)
  return times
}
