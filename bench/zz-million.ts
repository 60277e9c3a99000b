import { openArena } from './support/arena.ts'
import { addRecords } from './support/jobs.ts'
import { stopStarted } from './support/started.ts'
import { createService } from '../src/composition/service.ts'
import { readConfig } from '../src/config.ts'
import { createLogger } from '../src/process/logger.ts'
import { Rehearser } from '../src/use-cases/job/rehearsal/rehearser.ts'
import { plainWish } from '../src/domain/job/audience-wish.ts'
const arena = await openArena()
const n = Number(process.argv[2])
for (let i=0;i<n;i+=200_000) await addRecords(arena.database, arena.demo.dataTableId, Math.min(200_000,n-i))
await arena.database.query('analyze')
const config = readConfig(arena.environment as Record<string,string>)
const { container, close } = createService(config, arena.environment['DATABASE_URL'] ?? '', createLogger('silent'))
const rehearser = container.get(Rehearser)
const before = process.memoryUsage()
let peak = 0, heap = 0, stall = 0, last = performance.now()
const t = setInterval(() => { const m = process.memoryUsage(); peak = Math.max(peak, m.rss); heap = Math.max(heap, m.heapUsed) }, 100)
const s = setInterval(() => { const now = performance.now(); stall = Math.max(stall, now - last - 5); last = now }, 5)
const begun = performance.now()
const open = await rehearser.open({ organizationId: arena.demo.organizationId, spinnerId: arena.demo.spinnerId, draft: false, wish: plainWish, wishDigest: '', supersedes: false, most: null })
const result = await rehearser.run(open, null)
clearInterval(t); clearInterval(s)
console.log(JSON.stringify({ n, seconds: (performance.now()-begun)/1000, beforeRss: before.rss/1e6, peakRss: peak/1e6, peakHeap: heap/1e6, longestStallMs: stall, eligible: result?.audience.eligible, steps: result?.steps }))
await close()
await stopStarted()
process.exit()
