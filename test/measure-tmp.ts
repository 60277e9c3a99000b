import { spawnSync } from 'node:child_process'
import { rmSync, statSync } from 'node:fs'
import { addRecords } from '../bench/support/jobs.ts'
import { startEmbeddedServer } from '../src/adapters/postgres/embedded/embedded-server.ts'
import { Deployment } from './process/deployment.ts'
import { openScratch } from './support/scratch.ts'

const d = await Deployment.create({})
const t0 = performance.now()
for (let i = 0; i < 10; i++) await d.withClient((c) => addRecords(c, d.first.dataTableId, 100_000))
await d.withClient((c) => c.query('vacuum analyze'))
console.log(
  'filled',
  Math.round((performance.now() - t0) / 1000),
  's',
  await d.query('select pg_size_pretty(pg_database_size(current_database())) as s'),
)
const file = '/tmp/opst/million.spindle'
rmSync(file, { force: true })
const run = (url: string, dir: string, ...words: string[]) => {
  const b = performance.now()
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    DATABASE_URL: url,
    SESSION_SECRET: 'x'.repeat(32),
    DATA_DIR: dir,
  }
  const r = spawnSync('/usr/bin/time', ['-v', process.execPath, 'src/admin.ts', ...words], {
    env,
    encoding: 'utf8',
  })
  console.log(
    words[0],
    ((performance.now() - b) / 1000).toFixed(1),
    's wall',
    r.stdout.split('\n')[0],
    (r.stderr.match(/(User time|System time|Maximum resident).*/g) ?? [r.stderr]).join(' | '),
  )
}
run(d.server.url, '/tmp/opst', 'backup', file)
console.log('MB', statSync(file).size / 1e6)
run(d.server.url, '/tmp/opst', 'check-backup', file)
const dir = openScratch()
const s = await startEmbeddedServer(dir)
run(s.url, '/tmp/opst', 'restore', file)
await s.stop()
rmSync(dir, { recursive: true, force: true })
await d.close()
