import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { started } from '../../../bench/support/started.ts'
import {
  type EmbeddedServer,
  startEmbeddedServer,
} from '../../../src/adapters/postgres/embedded/embedded-server.ts'
import type { Demo } from '../../../src/use-cases/account/demo/set-up-demo.ts'
import { type DatabaseServer, Deployment } from '../../process/deployment.ts'
import { openScratch } from '../../support/scratch.ts'
import { ArchivedServer } from './archived-server.ts'

type Settings = Readonly<Record<string, string>>

/** How a deployment that was destroyed comes back as it was at a moment. */
export interface WayBack<Server extends DatabaseServer = DatabaseServer> {
  create(settings: Settings): Promise<Deployment<Server>>
  /** That is the moment. */
  keep(deployment: Deployment<Server>): Promise<string>
  /** Of a deployment that is closed; its doubts are looked after. */
  comeBack(demo: Demo, settings: Settings): Promise<Deployment<Server>>
}

/** `npm run admin -- backup` and `restore`, of the database that comes with the dependencies. */
export function fromBackup(): WayBack<EmbeddedServer> {
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

/** A base backup and the archived log, as docs/backup.md says it of a database of one's own. */
export function fromArchive(): WayBack<ArchivedServer> {
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
