import { setTimeout } from 'node:timers/promises'
import { stopStarted } from './started.ts'

/**
 * The milliseconds between the two times that an interrupted run stops everything it has started. After the
 * first time, a task may start one more process before it notices.
 */
const noticedMs = 1_000

/**
 * Runs the tasks that the command line names, one after the other, and exits. Everything that the tasks have
 * started is stopped, even if a signal or an error ends them. Prints the usage if a name is missing or
 * unknown.
 */
export async function runNamed(
  kind: string,
  tasks: Readonly<Record<string, () => Promise<void>>>,
  usage: string,
): Promise<never> {
  const names = process.argv.slice(2)
  if (names.length === 0 || names.some((name) => !Object.hasOwn(tasks, name))) {
    process.stderr.write(`Usage: ${usage}\n`)
    process.exit(2)
  }
  const interrupted = new Promise<never>((_, fail) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => fail(new Error(`Ended by ${signal}`)))
    process.on('uncaughtException', fail)
  })
  const runAll = async () => {
    for (const name of names) {
      if (names.length > 1) process.stdout.write(`\n${kind}: ${name}\n`)
      await tasks[name]?.()
    }
  }
  const running = runAll()
  try {
    await Promise.race([running, interrupted])
  } catch (error) {
    process.exitCode = 1
    process.stderr.write(`${(error as Error).stack}\n`)
  }
  await stopStarted()
  await Promise.race([running.catch(() => {}), setTimeout(noticedMs)])
  await stopStarted()
  process.exit()
}
