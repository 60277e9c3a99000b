import { setTimeout } from 'node:timers/promises'
import { arrivalsBench } from './arrivals.ts'
import { durabilityBench } from './durability.ts'
import { hostileBench } from './hostile.ts'
import { importBench } from './import.ts'
import { ingestBench } from './ingest.ts'
import { runtimeBench } from './runtime.ts'
import { scaleBench, sizeBench } from './scale/bench.ts'
import { stopStarted } from './support/started.ts'
import { triggerBench } from './trigger.ts'

const benches: Readonly<Record<string, () => Promise<void>>> = {
  ingest: ingestBench,
  arrivals: arrivalsBench,
  trigger: triggerBench,
  runtime: runtimeBench,
  import: importBench,
  hostile: hostileBench,
  durability: durabilityBench,
  scale: scaleBench,
  size: sizeBench,
}

/**
 * The milliseconds to wait before the second stop of an interrupted bench. The bench may start one more thing
 * before it notices.
 */
const noticedMs = 1_000

const names = process.argv.slice(2)
if (names.length === 0 || names.some((name) => !Object.hasOwn(benches, name))) {
  process.stderr.write(`Usage: npm run bench -- ${Object.keys(benches).join(' | ')}\n`)
  process.exit(2)
}

const interrupted = new Promise<never>((_, fail) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => fail(new Error(`Ended by ${signal}`)))
  process.on('uncaughtException', fail)
})
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

/** Runs the benches that the command names one after the other, on one deployment. */
async function runAll(): Promise<void> {
  for (const name of names) {
    if (names.length > 1) process.stdout.write(`\nbench: ${name}\n`)
    await benches[name]?.()
  }
}
