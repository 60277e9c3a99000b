import type { FileWithContent, StoredFile } from '../../../../domain/sender/message/stored-file.ts'
import type { FileStore } from '../../../../ports/sender/message/files.ts'
import { execute, type Statement } from '../../database.ts'
import type { OpenTransaction } from '../../rows.ts'
import type { Selected } from '../../schema/columns.ts'
import { storedFiles } from './files.ts'

const hold: Statement = {
  name: 'hold_files',
  text: `
    select ${storedFiles.selected()} from files where organization_id = $1 and id = any($2::uuid[]) order by id for share`,
}

// Returns whether a step uses a file. Searches the steps for the file's id as text, because it appears in
// them only where they name the file.
const isInUse: Statement = {
  name: 'is_file_in_use',
  text: `
    select exists (
      select from stored_spinners s join spinner_versions v on v.spinner_id = s.id
       where s.organization_id = $1 and strpos(lower(v.steps::text), $2) > 0) as used`,
}

export class PostgresFileStore implements FileStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  add({ content, ...file }: FileWithContent): Promise<void> {
    return storedFiles.within(this.#tx).add(file, { content: Buffer.from(content) })
  }

  count(organizationId: string): Promise<number> {
    return storedFiles.within(this.#tx).count({ organizationId })
  }

  hold(organizationId: string, ids: readonly string[]): Promise<readonly StoredFile[]> {
    return execute<Selected<typeof storedFiles>>(this.#tx.connection, hold, [organizationId, ids])
  }

  lock(organizationId: string, id: string): Promise<StoredFile | null> {
    return storedFiles.within(this.#tx).lock({ organizationId, id })
  }

  async isInUse(organizationId: string, id: string): Promise<boolean> {
    const values = [organizationId, id.toLowerCase()]
    const [row] = await execute<{ used: boolean }>(this.#tx.connection, isInUse, values)
    return row?.used ?? false
  }

  async remove(id: string): Promise<void> {
    await storedFiles.within(this.#tx).remove({ id })
  }
}
