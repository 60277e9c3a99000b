import { arrivalsBench } from './arrivals.ts'
import { eventsBench } from './events.ts'
import { hostileBench } from './hostile.ts'
import { importBench } from './import.ts'
import { ingestBench } from './ingest.ts'
import { runtimeBench } from './runtime.ts'
import { sizeBench } from './scale/bench.ts'
import { runNamed } from './support/run-named.ts'
import { triggerBench } from './trigger.ts'
import { versionsBench } from './versions.ts'

const benches: Readonly<Record<string, () => Promise<void>>> = {
  ingest: ingestBench,
  arrivals: arrivalsBench,
  trigger: triggerBench,
  versions: versionsBench,
  runtime: runtimeBench,
  import: importBench,
  hostile: hostileBench,
  events: eventsBench,
  size: sizeBench,
}

await runNamed('bench', benches, `npm run bench -- ${Object.keys(benches).join(' | ')}`)
