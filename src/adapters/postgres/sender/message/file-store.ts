import type { FileWithContent, StoredFile } from '../../../../domain/sender/message/stored-file.ts'
import type { FileStore } from '../../../../ports/sender/message/files.ts'
import { execute, type Statement } from '../../database.ts'
import type { OpenTransaction } from '../../rows.ts'
import type { Selected } from '../../schema/columns.ts'
import { storedFiles } from './files.ts'

// The content stays in the database, because a copy of many files would need much memory of this process.
const copy: Statement = {
  name: 'copy_file',
  text: `
    insert into files (id, organization_id, name, type, size, digest, content, created_at)
    select $2, $3, name, type, size, digest, content, $4 from files where id = $1
    returning 1`,
}

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

  async copy(sourceId: string, file: StoredFile): Promise<boolean> {
    const { id, organizationId, createdAt } = file
    const values = [sourceId, id, organizationId, createdAt]
    return (await execute(this.#tx.connection, copy, values)).length > 0
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
