import { StartFault } from './adapters/system/start-fault.ts'
import { migrate } from './operation/migrations/migrate.ts'
import { assertDirectDatabase } from './operation/process/assert-direct-database.ts'
import { runProcess } from './operation/process/process.ts'

await runProcess('migration', async ({ config }) => {
  if (config.databaseUrl === null)
    throw new StartFault('npm run migrate needs DATABASE_URL; npm start migrates its own database.')
  await assertDirectDatabase(config.databaseUrl, config)
  const notes = await migrate(config.databaseUrl)
  process.stdout.write(`${notes.join('\n') || 'The database is up to date.'}\n`)
  process.exit(0)
})
