import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { started } from '../../../bench/support/started.ts'
import { type EmbeddedServer, startEmbeddedServer } from '../../../src/operation/embedded/embedded-server.ts'
import type { Demo } from '../../../src/use-cases/account/demo/set-up-demo.ts'
import { type DatabaseServer, Deployment } from '../../process/deployment.ts'
import { openScratch } from '../../support/scratch.ts'
import { ArchivedServer } from './archived-server.ts'

type Settings = Readonly<Record<string, string>>

/**
 * `RecoveryMethod` is a way in which the restore scenario backs up a deployment, and restores it after it was
 * destroyed.
 */
export interface RecoveryMethod<Server extends DatabaseServer = DatabaseServer> {
  create(settings: Settings): Promise<Deployment<Server>>
  /**
   * Backs up a deployment of the scenario so that it can be restored to the present time. Returns a line about
   * the backup for the output.
   */
  keep(deployment: Deployment<Server>): Promise<string>
  /**
   * Restores a destroyed deployment of the scenario from its backup. Messages that may have been sent since the
   * backup get the state `unconfirmed`.
   */
  comeBack(demo: Demo, settings: Settings): Promise<Deployment<Server>>
}

/** Restores the scenario's embedded database from a backup file, with `npm run admin -- backup` and `restore`. */
export function fromBackup(): RecoveryMethod<EmbeddedServer> {
  const path = join(openRemoved(), 'half-way.spindle')
  return {
    create: (settings) => Deployment.create(settings),
    keep: (deployment) => deployment.admin('backup', path),
    comeBack: async (demo, settings) => {
      const directory = openScratch()
      const deployment = Deployment.goOn(await startEmbeddedServer(directory), directory, demo, settings)
      process.stdout.write(await deployment.admin('restore', path))
      return deployment
    },
  }
}

/**
 * Restores the scenario's separate database server from a base backup and the archived log, as docs/operate/backup.md
 * describes.
 */
export function fromArchive(): RecoveryMethod<ArchivedServer> {
  let [server, moment]: [ArchivedServer | null, string] = [null, '']
  return {
    create: async (settings) => {
      server = await ArchivedServer.create(openRemoved())
      const deployment = await Deployment.on(server, openScratch(), settings)
      server.backUp()
      return deployment
    },
    keep: async (deployment) => {
      const [now] = await deployment.query<{ now: Date }>('select clock_timestamp() as now')
      moment = now?.now.toISOString() ?? ''
      return `to be recovered to ${moment}\n`
    },
    comeBack: async (demo, settings) => {
      if (server === null) throw new Error('Nothing was created')
      await server.recoverTo(moment)
      const deployment = Deployment.goOn(server, openScratch(), demo, settings)
      process.stdout.write(await deployment.admin('after-restore', '--recovered-to', moment))
      return deployment
    },
  }
}

function openRemoved(): string {
  const folder = openScratch()
  started(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
