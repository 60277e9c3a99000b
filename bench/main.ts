import { durabilityBench } from './durability.ts'
import { importBench } from './import.ts'
import { ingestBench } from './ingest.ts'
import { loginBench } from './logins.ts'
import { runtimeBench } from './runtime.ts'
import { triggerBench } from './trigger.ts'

const benches: Readonly<Record<string, () => Promise<void>>> = {
  ingest: ingestBench,
  trigger: triggerBench,
  runtime: runtimeBench,
  import: importBench,
  logins: loginBench,
  durability: durabilityBench,
}

const name = process.argv[2] ?? ''
const bench = benches[name]
if (bench === undefined) {
  process.stderr.write(`Usage: npm run bench -- ${Object.keys(benches).join(' | ')}\n`)
  process.exit(2)
}
await bench()
process.exit()
